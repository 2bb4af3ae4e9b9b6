import { useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { PaymentPlan } from '#contract/payment-schedule.ts'
import type { StoredVariances } from '#domain/plan/fee-variances.ts'
import { attendingIn } from '#domain/plan/school-charges.ts'
import { Avatar } from '../../../ui/avatar/avatar.tsx'
import { Badge } from '../../../ui/badge/badge.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { PlusIcon } from '../../../ui/icon/plus.tsx'
import { TagIcon } from '../../../ui/icon/tag.tsx'
import { loadModalAhead } from '../../../ui/modal/modal.tsx'
import { useModalAbout } from '../../../ui/modal/use-modal.ts'
import { FieldError } from '../../../ui/text-input/field-error.tsx'
import { feeRows } from './fee-rows.ts'
import {
  declaredPaths,
  mayChangeIn,
  otherProblem,
  problemOf,
  requestsIn,
  withoutRequest,
  type FeeRequest,
} from './fee-requests.ts'
import { schoolBadges } from './school-badges.ts'
import { FeeDialogs, type FeeDialogOpening } from './fee-dialogs.tsx'
import type { PlannerFacts } from '../../plan/planner-facts.ts'
import { RequestBadge } from './request-badge.tsx'
import '../../../ui/card/card.css'
import '../../../ui/list-rows/list-rows.css'
import './fees-card.css'

export type FeesCardProps = {
  accountId: string
  facts: PlannerFacts
  /** As it stands now; undefined until the form is complete. */
  plan: PaymentPlan | undefined
  variances: StoredVariances
  /** What is wrong with them, by the path in what is sent (`variances.addons.0.value`). */
  errors: Record<string, string>
  onChange: (variances: StoredVariances) => void
}

/** The students, what is charged and taken off for each, and the dialogs that change it. */
export function FeesCard({ accountId, facts, plan, variances, errors, onChange }: FeesCardProps) {
  const { material, planYear } = facts
  const { region } = material
  const attending = useMemo(() => attendingIn(material, planYear) ?? [], [material, planYear])
  const requests = useMemo(() => requestsIn(variances, attending, region), [variances, attending, region])
  const declared = useMemo(() => declaredPaths(variances, attending, facts), [variances, attending, facts])
  const given = useMemo(() => schoolBadges(facts, plan), [facts, plan])
  const heading = useRef<HTMLHeadingElement>(null)
  const [said, say] = useState('')
  const dialog = useModalAbout<FeeDialogOpening>()
  const mayChange = mayChangeIn(facts)
  const rows = feeRows(facts, attending, requests)
  const unplaced = otherProblem(requests, errors)
  const canOpen = attending.length > 0 && (mayChange.fees || mayChange.outstandingFees)
  const hasSomethingToSay =
    canOpen ||
    requests.length > 0 ||
    unplaced.length > 0 ||
    Object.values(given).some((row) => row.length > 0)
  if (!hasSomethingToSay) return null

  function remove(request: FeeRequest, owner: string, item: HTMLElement | null) {
    // At once, so that the focus finds what is left.
    flushSync(() => {
      onChange(withoutRequest(variances, request.path))
      say(`${request.name} removed for ${owner}`)
    })
    const name = item?.isConnected ? item.querySelector<HTMLElement>('[tabindex="-1"]') : null
    ;(name ?? heading.current)?.focus()
  }

  return (
    <section className="card" aria-labelledby="fees-and-discounts">
      <div className="card__head fees__head">
        <h2 id="fees-and-discounts" tabIndex={-1} ref={heading}>
          Fees and discounts
        </h2>
        {canOpen && (
          <div className="fees__actions" onPointerEnter={loadModalAhead} onFocus={loadModalAhead}>
            <Button
              look="tertiary"
              size="small"
              icon={PlusIcon}
              onClick={({ currentTarget }) => dialog.show({ kind: 'fee', opener: currentTarget })}
            >
              {mayChange.fees ? 'Add fee' : 'Add outstanding fees'}
            </Button>
            {mayChange.fees && (
              <Button
                look="tertiary"
                size="small"
                icon={TagIcon}
                onClick={({ currentTarget }) => dialog.show({ kind: 'discount', opener: currentTarget })}
              >
                Add discount
              </Button>
            )}
          </div>
        )}
      </div>
      <p className="sr" role="status">
        {said}
      </p>
      <ul className="rows fees__rows">
        {rows.map((row) => {
          const fromSchool = given[row.key] ?? []
          return (
            <li key={row.key}>
              <Avatar name={row.name} tint={row.tint} />
              <span className="rowtext">
                <b tabIndex={-1}>{row.name}</b>
                <small>{row.line}</small>
                <span className="fees__badges row">
                  {fromSchool.map(({ text, takesOff }) => (
                    <Badge key={text} tone={takesOff ? 'success' : 'neutral'} isPlain>
                      {text}
                    </Badge>
                  ))}
                  {row.requests.map((request) => (
                    <RequestBadge
                      key={request.path}
                      request={request}
                      owner={row.owner}
                      isWrong={problemOf(request, errors).length > 0}
                      isDeclared={declared.has(request.path)}
                      onRemove={
                        mayChange[request.rule] ? (item) => remove(request, row.owner, item) : undefined
                      }
                      onEdit={
                        mayChange[request.rule] && row.isStudent
                          ? (opener) =>
                              dialog.show({ kind: request.dialog, enrolmentId: request.enrolmentId, opener })
                          : undefined
                      }
                    />
                  ))}
                  {row.requests.length + fromSchool.length === 0 && (
                    <span className="fees__none xs">No extra fees or discounts</span>
                  )}
                </span>
                {row.requests.flatMap((request) =>
                  problemOf(request, errors).map((why) => (
                    <FieldError
                      key={`${request.path} ${why}`}
                      id={`trouble-${request.path}`}
                      message={`${request.name}: ${why}`}
                    />
                  )),
                )}
              </span>
            </li>
          )
        })}
      </ul>
      {unplaced.map((why, place) => (
        <FieldError key={why} id={`fees-trouble-${place}`} message={why} />
      ))}
      {declared.size > 0 && (
        <p className="fees__note sm muted">
          A declared discount is not confirmed yet. We confirm it with your school. If it is not confirmed,
          the payments still to come change, and we write to you first.
        </p>
      )}
      <FeeDialogs
        accountId={accountId}
        modal={dialog}
        heading={heading}
        facts={facts}
        attending={attending}
        plan={plan}
        variances={variances}
        mayChange={mayChange}
        onChange={onChange}
      />
    </section>
  )
}
