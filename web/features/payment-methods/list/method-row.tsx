import type { Account } from '#contract/accounts.ts'
import type { RepaymentDetails, SavedMethod } from '#contract/payment-methods.ts'
import { formatDate } from '#domain/calendar/calendar.ts'
import { activeMethod, type MethodStanding } from '#domain/payment-methods/method-actions.ts'
import { useDownload } from '../../../session/use-download.ts'
import { Badge } from '../../../ui/badge/badge.tsx'
import { Button, LinkButton } from '../../../ui/button/button.tsx'
import { useBusy } from '../../../ui/button/use-busy.ts'
import { MethodMark } from '../../../ui/method-mark/method-mark.tsx'
import { failureMessage } from '../../../ui/modal/failure-message.ts'
import { Tag } from '../../../ui/tag/tag.tsx'
import { showToast } from '../../../ui/toast/toast.ts'
import { costSentence, methodLine } from './method-texts.ts'
import { problemNote, type WaysOut } from './method-problem.ts'
import { useActivate } from './use-activate.ts'

type MethodRowProps = {
  account: Account
  details: RepaymentDetails
  method: SavedMethod
  standing: MethodStanding
  ways: WaysOut
  /** With the button that was pressed. */
  onActivate: (opener: Element) => void
  onRemove: (opener: Element) => void
}

export function MethodRow({
  account,
  details,
  method,
  standing,
  ways,
  onActivate,
  onRemove,
}: MethodRowProps) {
  const { displayName } = method
  const { isActive, appliesFrom, canActivate, canRemove } = standing
  const trouble = problemNote(method, ways)
  // What can no longer pay costs nothing.
  const cost = method.isUsable && costSentence(method, details, account.region)
  return (
    <li className={isActive ? 'method method--active' : 'method'}>
      <MethodMark {...method} />
      <span className="rowtext">
        <b>{displayName}</b>
        <small>{methodLine(method, account.region)}</small>
        {cost && <small className="num">{cost}</small>}
        {appliesFrom !== null && <small>New payment method applies from {formatDate(appliesFrom)}</small>}
        {standing.canUndo && <UndoChange account={account} details={details} />}
        {method.hasPaymentUnderWay && !isActive && (
          <small>A payment is under way. You can remove this method once it has gone through.</small>
        )}
        {trouble && <small className="method__trouble">{trouble.text}</small>}
        {method.hasAuthorisation && <Authorisation account={account} method={method} />}
      </span>
      <span className="method__end">
        <span className="method__badges row">
          {isActive && <Badge tone="success">Active</Badge>}
          {appliesFrom !== null && <Tag tone="info">Pending</Tag>}
          {method.isDefault && <Tag>Default</Tag>}
          {trouble && <Badge tone={trouble.tone}>{trouble.label}</Badge>}
        </span>
        {(canActivate || canRemove) && (
          <span className="method__actions row">
            {canActivate && (
              <Button
                look="secondary"
                size="small"
                aria-label={`Set as active: ${displayName}`}
                onClick={({ currentTarget }) => onActivate(currentTarget)}
              >
                Set as active
              </Button>
            )}
            {canRemove && (
              <Button
                look="borderless"
                size="small"
                aria-label={`Remove ${displayName}`}
                onClick={({ currentTarget }) => onRemove(currentTarget)}
              >
                Remove
              </Button>
            )}
          </span>
        )}
      </span>
    </li>
  )
}

/** Choosing the active method cancels the change. */
function UndoChange({ account: { accountId }, details }: { account: Account; details: RepaymentDetails }) {
  const activate = useActivate(accountId)
  const [isBusy, run] = useBusy()
  const active = activeMethod(details)
  if (!active) return null
  return (
    <small>
      <LinkButton isBusy={isBusy} onClick={() => run(() => activate(active, details).catch(tellFailure))}>
        Undo this change
      </LinkButton>
    </small>
  )
}

function tellFailure(error: unknown): void {
  showToast({ variant: 'error', text: failureMessage(error) })
}

/** What the customer agreed to, as they agreed to it. */
function Authorisation({ account: { accountId }, method }: { account: Account; method: SavedMethod }) {
  const file = useDownload()
  return (
    <small>
      <LinkButton
        isBusy={file.isBusy}
        aria-label={`Direct debit authorisation (PDF) for ${method.displayName}`}
        onClick={() =>
          file.start(
            'GET /api/portal/customer/account/:accountId/repayment-sources/:sourceId/authorisation',
            { params: { accountId, sourceId: method.id } },
            `Direct debit authorisation ${method.displayName}.pdf`,
          )
        }
      >
        Direct debit authorisation (PDF)
      </LinkButton>
    </small>
  )
}
