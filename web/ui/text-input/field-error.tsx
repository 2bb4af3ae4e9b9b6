import { CautionIcon } from '../icon/caution.tsx'
import './text-input.css'

export function FieldError({ id, message }: { id: string; message: string | undefined }) {
  if (!message) return null
  return (
    <p className="field__error" id={id} role="alert">
      <CautionIcon />
      <span>{message}</span>
    </p>
  )
}
