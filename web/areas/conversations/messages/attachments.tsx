import { Anchor, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { paths } from '../../../paths.ts'
import { asking } from '../../../service/api.ts'
import { IconPaperclip } from '../../../ui/icons/icons.ts'
import { sizeText } from '../../../ui/values/size-text.rules.ts'

interface Props {
  /** The message's id. */
  id: number
  /** Whether more files may follow, as when a text's pictures are still being fetched. If not, they are read once. */
  mayCome: boolean
}

/** The files of a message that its HTML does not show, to download; the service never lets them open in the page. */
export function Attachments({ id, mayCome }: Props) {
  const { data } = useQuery({
    ...asking('conversations.listAttachments', { params: { id } }),
    ...(mayCome ? {} : { queryKey: ['attachments', id], staleTime: Number.POSITIVE_INFINITY }),
  })
  const files = (data?.data ?? []).filter(({ inline }) => !inline)
  if (files.length === 0) return null
  return (
    <Group
      component="ul"
      gap="xs"
      m={0}
      mt={6}
      p={0}
      aria-label="Files"
      style={{ listStyle: 'none' }}
    >
      {files.map((file) => (
        <li key={file.id}>
          <Text span size="sm">
            <IconPaperclip size={14} aria-hidden style={{ verticalAlign: '-2px' }} />{' '}
            <Anchor
              href={paths.fileContent(file.id)}
              download={file.name}
              inherit
              c="inherit"
              underline="always"
            >
              {file.name}
            </Anchor>{' '}
            ({sizeText(file.size)})
          </Text>
        </li>
      ))}
    </Group>
  )
}
