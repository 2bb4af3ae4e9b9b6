import './text-input.css'

/** For the eye alone: the control itself says that it is required. */
export function RequiredMark() {
  return (
    <span className="field__req" aria-hidden="true">
      *
    </span>
  )
}
