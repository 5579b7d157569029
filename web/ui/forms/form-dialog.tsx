import { Button, Group, type MantineSize, Modal, Text } from '@mantine/core'
import { useState } from 'react'
import { useReturnFocus } from '../focus/use-return-focus.ts'
import { Form, type FormProps } from './form.tsx'

export interface FormDialogProps<V> extends FormProps<V> {
  title: string
  /** The verb on the button that submits. */
  verb?: string
  /** The label of the other button, if the verb is to cancel as well. */
  cancel?: string
  danger?: boolean
  size?: MantineSize
  onClose: () => void
}

/**
 * A form in a dialog, drawn only while it is open. Escape and a click outside close it while nothing has been typed;
 * after that only Cancel and the cross do. The button that opened it gets the focus back.
 */
export function FormDialog<V>(props: FormDialogProps<V>) {
  useReturnFocus()
  const { title, verb = 'Save', cancel = 'Cancel', danger, size, onClose, ...given } = props
  const [isKept, setKept] = useState(false)
  const leave = () => (given.form.isDirty() ? setKept(true) : onClose())
  return (
    <Modal
      opened
      onClose={leave}
      closeButtonProps={{ 'aria-label': 'Close', onClick: onClose }}
      title={title}
      size={size}
    >
      <Form
        {...given}
        buttons={
          <>
            {isKept && (
              <Text size="sm" role="status">
                Your changes are not saved yet. Choose {cancel} to discard them.
              </Text>
            )}
            <Group justify="flex-end">
              <Button variant="default" onClick={onClose}>
                {cancel}
              </Button>
              <Button
                type="submit"
                loading={given.saving.isPending}
                color={danger ? 'red' : undefined}
              >
                {verb}
              </Button>
            </Group>
          </>
        }
      />
    </Modal>
  )
}
