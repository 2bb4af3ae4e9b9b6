import { TextArea } from '../../../ui/text-input/text-area.tsx'
import { bindText } from '../../foundation/draft.ts'

/** Why something is done: asked for by every action, and kept with it. */
export function ReasonField({
  value,
  onChange,
  error,
}: {
  value: string
  onChange: (value: string) => void
  error?: string | undefined
}) {
  return (
    <TextArea
      label="Reason"
      hint="Kept with the action for as long as anyone may ask"
      required
      maxLength={300}
      {...bindText(value, onChange)}
      error={error}
    />
  )
}
