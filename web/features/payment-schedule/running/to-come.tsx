import { useEffect, useRef, useState } from 'react'
import { Link } from 'wouter'
import type { Account } from '#contract/accounts.ts'
import type { PaymentPlan } from '#contract/payment-schedule.ts'
import type { FlexiblePlan } from '#contract/plan-changes.ts'
import { formatDate, formatDateCompact } from '#domain/calendar/calendar.ts'
import type { Region } from '#domain/region.ts'
import { withinSentence } from '#domain/payment-methods/payment-methods.ts'
import { Card } from '../../../ui/card/card.tsx'
import { Alert } from '../../../ui/alert/alert.tsx'
import { Badge } from '../../../ui/badge/badge.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { ButtonLink } from '../../../ui/button/button-link.tsx'
import { formatMoney } from '../../../ui/money/money.tsx'
import { changeAddress } from '../../plan-changes/addresses.ts'
import { takeChanged } from '../../plan-changes/changed-row.ts'
import { moveFacts } from '../../plan-changes/plan-facts.ts'
import { endOf } from '../../plan-changes/words.ts'
import { dayAndMonth } from '../../plan/day-words.ts'
import { Failed, StandingBadge, withSurcharge } from '../payments-card.tsx'
import type { PlanOfYear } from '../../plan/plan-queries.ts'
import { ArrangementNotice, isArranged } from './arrangement-notice.tsx'
import { ExtraNotices } from './extra-notices.tsx'
import { payRows, type PayRow } from './pay-rows.ts'
import { SkipNotices } from './skip-notices.tsx'
import { UndoButton } from './undo-button.tsx'
import { useUndo, type Undo } from './use-undo.ts'
import './to-come.css'
import '../../../ui/list-rows/list-rows.css'

type ToComeProps = {
  account: Account
  shown: PlanOfYear
  plan: PaymentPlan
  flexible: FlexiblePlan
  year: number | undefined
}

/** The payments that are left, each with what can be done about it. */
export function ToCome({ account, shown, plan, flexible, year }: ToComeProps) {
  const { region } = account
  const rows = payRows({ payments: plan.payments, flexible, moves: moveFacts({ ...shown, flexible }) })
  const { list, isWhole, showRow, showAll } = useRows()
  const shownRows = isWhole ? rows : shortened(rows)
  const undo = useUndo(account.accountId, showRow)
  return (
    <Card
      title="To come"
      className="to-come card--rows"
      aside={<StandingBadge account={account} plan={plan} />}
    >
      {plan.temporaryUntil !== null &&
        (isArranged(flexible) ? (
          <ArrangementNotice region={region} flexible={flexible} year={year} />
        ) : (
          <p className="sm muted">A temporary plan until {formatDate(plan.temporaryUntil)}.</p>
        ))}
      <Failed plan={plan} region={region} />
      <SkipNotices region={region} flexible={flexible} undo={undo} />
      <ExtraNotices region={region} flexible={flexible} year={year} />
      {undo.failure !== undefined && <Alert variant="error">{undo.failure}</Alert>}
      {rows.length === 0 ? (
        <p className="muted">Nothing else is scheduled.</p>
      ) : (
        <ul className="rows payrows" ref={list}>
          {shownRows.map((row) => (
            <li key={row.dueOn} data-due={row.dueOn} tabIndex={-1}>
              <span className="num rowdate">{formatDateCompact(row.on)}</span>
              <span className="rowtext">
                <b className="num">
                  {row.standing === 'Skipped' ? (
                    <s>{formatMoney(row.amount, region)}</s>
                  ) : (
                    formatMoney(row.amount, region)
                  )}
                </b>
                <Note row={row} region={region} year={year} />
              </span>
              <span className="payrow__end row">
                <RowEnd row={row} undo={undo} year={year} />
              </span>
            </li>
          ))}
        </ul>
      )}
      {shownRows.length < rows.length && (
        <Button look="tertiary" size="small" onClick={() => showAll(rows[shownRows.length]?.dueOn)}>
          Show {rows.length - shownRows.length} more payments
        </Button>
      )}
    </Card>
  )
}

/** Of a long list the next payments are enough, so that what follows below is in reach. */
const shortList = 6
const longList = 9

function shortened(rows: readonly PayRow[]): readonly PayRow[] {
  return rows.length > longList ? rows.slice(0, shortList) : rows
}

/** The row that has changed takes the focus: on the way back from a change, and after one was undone here. */
function useRows() {
  const list = useRef<HTMLUListElement>(null)
  const [isWhole, setWhole] = useState(false)
  const [wanted, setWanted] = useState<string>()
  useEffect(() => {
    const dueOn = wanted ?? takeChanged()
    if (dueOn === undefined) return
    const row = list.current?.querySelector<HTMLElement>(`[data-due="${dueOn}"]`)
    if (!row && !isWhole) {
      // It is further down than the short list.
      setWhole(true)
      setWanted(dueOn)
      return
    }
    row?.focus()
    setWanted(undefined)
  }, [wanted, isWhole])
  return {
    list,
    isWhole,
    showRow: setWanted,
    showAll: (first: string | undefined) => {
      setWhole(true)
      setWanted(first)
    },
  }
}

type NoteProps = { row: PayRow; region: Region; year: number | undefined }

function Note({ row, region, year }: NoteProps) {
  const { movedFrom, undo, isLast, method, debit } = row
  const parts = [
    ...(debit ? [`We take ${withSurcharge(debit, region)}.`] : []),
    ...(movedFrom === undefined ? [] : [`Moved from ${dayAndMonth(movedFrom)}.`]),
    ...(undo?.undoUntil ? [`You can undo this until ${endOf(undo.undoUntil)}.`] : []),
    ...(isLast
      ? [movedFrom === undefined ? 'Last payment of this plan' : 'It is the last payment of this plan.']
      : []),
  ]
  if (parts.length === 0 && method === undefined) return null
  return (
    <small>
      {method !== undefined && <OwnMethod method={method} row={row} year={year} />} {parts.join(' ')}
    </small>
  )
}

type OwnMethodProps = { method: string; row: PayRow; year: number | undefined }

/** A payment that is taken from another method than the rest, and the way back. */
function OwnMethod({ method, row: { dueOn, on }, year }: OwnMethodProps) {
  return (
    <>
      From {withinSentence(method)}.{' '}
      <Link
        href={changeAddress('method', { year, due: dueOn })}
        aria-label={`Change the method of the payment of ${dayAndMonth(on)}`}
      >
        Change
      </Link>
    </>
  )
}

function RowEnd({ row, undo, year }: { row: PayRow; undo: Undo; year: number | undefined }) {
  if (row.standing === 'Skipped') return <Badge isPlain>Skipped</Badge>
  if (row.standing === 'Held') return <Badge isPlain>Held</Badge>
  if (row.standing === 'InProgress') return <Badge tone="info">In progress</Badge>
  return (
    <>
      {row.isAskedToSkip && <Badge tone="info">Asked to skip</Badge>}
      {row.movedFrom !== undefined && (
        <span className="hide-narrow">
          <Badge tone="info">Moved</Badge>
        </span>
      )}
      {row.undo ? (
        <UndoButton
          change={row.undo}
          undo={undo}
          label={`Undo the move of the payment of ${dayAndMonth(row.on)}`}
        />
      ) : (
        row.canMove && (
          <ButtonLink
            look="borderless"
            size="small"
            href={changeAddress('move', { year, due: row.dueOn })}
            aria-label={`Move the payment of ${dayAndMonth(row.on)}`}
          >
            Move
          </ButtonLink>
        )
      )}
    </>
  )
}
