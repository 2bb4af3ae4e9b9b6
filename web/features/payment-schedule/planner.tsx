import { memo, useCallback, useEffect, useMemo, useRef } from 'react'
import type { StoredVariances } from '#domain/plan/fee-variances.ts'
import { Alert } from '../../ui/alert/alert.tsx'
import { EstimateBar } from './estimate/estimate-bar.tsx'
import { EstimateCard } from './estimate/estimate-card.tsx'
import { FeesCard } from './fees/fees-card.tsx'
import { OutstandingFees } from './estimate/outstanding-fees.tsx'
import { ScheduleForm } from './schedule-form.tsx'
import { useAfterPaint } from './use-after-paint.ts'
import { planIn } from './use-live-plan.ts'
import { usePlanner, type PlannerInput } from './use-planner.ts'
import type { YearChoice } from './year-select.tsx'

/** The choices, and beside them what they come to. */
export function Planner({ year, ...input }: PlannerInput & { year: YearChoice }) {
  const { account, facts } = input
  const { region } = account
  const planner = usePlanner(input)
  const { form, lengths, live, kept, stored, outcome, change } = planner
  const refusedFields = outcome?.kind === 'refused' ? outcome.fields : none
  const errors = live.kind === 'refused' ? live.fields : refusedFields
  const aside = useRef<HTMLElement>(null)
  const drawn = useAfterPaint(
    useMemo(() => ({ form, lengths, live }), [form, lengths, live]),
    live.kind === 'incomplete' ? retypeMs : 0,
  )
  const plan = planIn(drawn.live)
  const onFees = useCallback((variances: StoredVariances) => change({ variances }), [change])
  useFirstError(refusedFields)
  return (
    <>
      {plan?.planStatus !== 'ManualReview' && (
        <Alert variant="info">Your plan can be edited until 2 business days before the first payment.</Alert>
      )}
      <div className="split">
        <div className="stack stack--24 schedule__choices">
          <ScheduleForm
            region={region}
            year={year}
            form={form}
            drawn={drawn}
            facts={facts}
            kept={kept}
            errors={errors}
            onChange={change}
          />
          <Fees
            accountId={account.accountId}
            facts={facts}
            plan={plan}
            variances={form.variances}
            errors={errors}
            onChange={onFees}
          />
          <OutstandingFees plan={plan ?? stored} region={region} />
        </div>
        <EstimateCard account={account} facts={facts} planner={planner} drawn={drawn.live} ref={aside} />
      </div>
      <EstimateBar plan={plan} region={region} estimate={aside} />
    </>
  )
}

/** While another date is being typed there is none. The last estimate stays in sight, so that the page does not jump. */
const retypeMs = 1_500

const Fees = memo(FeesCard)

const none: Record<string, string> = {}

/** What the server refused is said at the field; the first of them takes the focus. */
function useFirstError(fields: Record<string, string>) {
  useEffect(() => {
    if (Object.keys(fields).length === 0) return
    document.querySelector<HTMLElement>('.schedule__choices [aria-invalid]')?.focus()
  }, [fields])
}
