import { CloseIcon } from '../../../ui/icon/close.tsx'
import type { FeeRequest } from './fee-requests.ts'
import '../../../ui/badge/badge.css'
import './fees-card.css'

type WishBadgeProps = {
  wish: FeeRequest
  /** The person that it is for, as in "for Oliver Hart". */
  owner: string
  isWrong: boolean
  /** It rests on the family's word until staff have confirmed it. */
  isDeclared?: boolean
  onEdit?: (opener: Element) => void
  /** With the row that it is taken from. */
  onRemove?: (row: HTMLElement | null) => void
}

/** A wish of the family: pressed it opens its dialog again, the cross takes it off. */
export function RequestBadge({
  wish: request,
  owner,
  isWrong,
  isDeclared = false,
  onEdit,
  onRemove,
}: WishBadgeProps) {
  const tone = request.takesOff ? ` badge--${isDeclared ? 'caution' : 'success'}` : ''
  return (
    <span
      className={`badge badge--plain${isWrong ? ' badge--error' : tone}${onRemove ? ' wish' : ''}`}
      data-wish={request.path}
    >
      {onEdit ? (
        <button
          type="button"
          className="wish__text"
          aria-label={`Edit ${request.text} for ${owner}`}
          onClick={({ currentTarget }) => onEdit(currentTarget)}
        >
          {request.text}
        </button>
      ) : (
        <span className={onRemove && 'wish__text'}>{request.text}</span>
      )}
      {isDeclared && <span className="wish__declared">Declared</span>}
      {onRemove && (
        <button
          type="button"
          className="wish__remove"
          aria-label={`Remove ${request.name} for ${owner}`}
          onClick={({ currentTarget }) => onRemove(currentTarget.closest('li'))}
        >
          <CloseIcon size="small" />
        </button>
      )}
    </span>
  )
}
