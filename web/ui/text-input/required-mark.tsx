import './text-input.css'

/** Visual only: the control itself is marked as required. */
export function RequiredMark() {
  return (
    <span className="field__req" aria-hidden="true">
      *
    </span>
  )
}
