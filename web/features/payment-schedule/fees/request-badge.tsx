import { CloseIcon } from '../../../ui/icon/close.tsx'
import type { FeeRequest } from './fee-requests.ts'
import '../../../ui/badge/badge.css'
import './fees-card.css'

type RequestBadgeProps = {
  request: FeeRequest
  /** The person that it is for, as in "for Oliver Hart". */
  owner: string
  isWrong: boolean
  /** It rests on the family's word until staff have confirmed it. */
  isDeclared?: boolean
  onEdit?: (opener: Element) => void
  /** With the row that it is taken from. */
  onRemove?: (row: HTMLElement | null) => void
}

/** A request of the family: pressed it opens its dialog again, the cross takes it off. */
export function RequestBadge({
  request,
  owner,
  isWrong,
  isDeclared = false,
  onEdit,
  onRemove,
}: RequestBadgeProps) {
  const tone = request.takesOff ? ` badge--${isDeclared ? 'caution' : 'success'}` : ''
  return (
    <span className={`badge badge--plain${isWrong ? ' badge--error' : tone}${onRemove ? ' request' : ''}`}>
      {onEdit ? (
        <button
          type="button"
          className="request__text"
          aria-label={`Edit ${request.text} for ${owner}`}
          onClick={({ currentTarget }) => onEdit(currentTarget)}
        >
          {request.text}
        </button>
      ) : (
        <span className={onRemove && 'request__text'}>{request.text}</span>
      )}
      {isDeclared && <span className="request__declared">Declared</span>}
      {onRemove && (
        <button
          type="button"
          className="request__remove"
          aria-label={`Remove ${request.name} for ${owner}`}
          onClick={({ currentTarget }) => onRemove(currentTarget.closest('li'))}
        >
          <CloseIcon size="small" />
        </button>
      )}
    </span>
  )
}
