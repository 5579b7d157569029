const office = 'application/vnd.openxmlformats-officedocument'

/** Everyday names of file types; other types are shown as they are. */
export const fileKinds = [
  { value: 'application/pdf', label: 'PDF' },
  { value: 'image/*', label: 'Images' },
  { value: `${office}.wordprocessingml.document`, label: 'Word documents (.docx)' },
  { value: `${office}.spreadsheetml.sheet`, label: 'Excel workbooks (.xlsx)' },
  { value: 'text/csv', label: 'CSV' },
  { value: 'text/plain', label: 'Plain text' },
  { value: 'audio/*', label: 'Audio' },
  { value: 'video/*', label: 'Video' },
  { value: 'application/zip', label: 'Zip archives' },
]
