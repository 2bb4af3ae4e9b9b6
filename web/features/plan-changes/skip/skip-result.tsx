import { useId, useMemo, useState } from 'react'
import { formatDateCompact } from '#domain/calendar/calendar.ts'
import { beforeAndAfter, type BeforeAfter } from '#domain/plan/changes/before-after.ts'
import type { Region } from '#domain/region.ts'
import { Accordion } from '../../../ui/accordion/accordion.tsx'
import { Badge } from '../../../ui/badge/badge.tsx'
import { BalanceCurve, CurveKeys } from '../../../ui/balance-chart/balance-curve.tsx'
import { breakpoints } from '../../../ui/breakpoints.ts'
import type { Coming } from '../plan-facts.ts'
import type { SkipFacts, WorkedOut } from './skip-facts.ts'
import { curveSentence } from './skip-words.ts'
import { moneyOf } from '../words.ts'

type SkipResultProps = { facts: SkipFacts; picked: WorkedOut; chosen: readonly Coming[] }

/** What is left to pay, as a curve and payment by payment. */
export function SkipResult({ facts, picked, chosen }: SkipResultProps) {
  const id = useId()
  const [isOpen, setOpen] = useState(() => matchMedia(`(min-width: ${breakpoints.m}px)`).matches)
  const rows = useMemo(() => beforeAndAfter(facts.coming, picked.rest), [facts.coming, picked.rest])
  const was = useMemo(() => rows.flatMap(({ before }) => before ?? []), [rows])
  const is = useMemo(() => rows.flatMap(({ after }) => after ?? []), [rows])
  return (
    <section className="card stack" aria-labelledby={id}>
      <div className="row row--between">
        <h2 id={id}>What is left to pay</h2>
        <CurveKeys is="With the skip" was="As it is now" />
      </div>
      <BalanceCurve
        was={was}
        is={is}
        skipped={chosen.map(({ on }) => on)}
        region={facts.region}
        sentence={curveSentence(facts, picked)}
      />
      <Accordion title="Every payment, before and after" isOpen={isOpen} onToggle={setOpen}>
        <BeforeAfterTable rows={rows} region={facts.region} />
      </Accordion>
    </section>
  )
}

function BeforeAfterTable({ rows, region }: { rows: readonly BeforeAfter[]; region: Region }) {
  const total = (side: 'before' | 'after') =>
    moneyOf(
      rows.reduce((sum, row) => sum + (row[side]?.amount ?? 0), 0),
      region,
    )
  return (
    <table className="before-after">
      <thead>
        <tr>
          <th scope="col">Day</th>
          <th scope="col">Now</th>
          <th scope="col">With the skip</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ dueOn, before, after }) => (
          <tr key={dueOn}>
            <th scope="row">{formatDateCompact((before ?? after)?.on ?? dueOn)}</th>
            <td>{before ? moneyOf(before.amount, region) : '-'}</td>
            <td>{after ? moneyOf(after.amount, region) : <Badge isPlain>Skipped</Badge>}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">Total</th>
          <td>{total('before')}</td>
          <td>{total('after')}</td>
        </tr>
      </tfoot>
    </table>
  )
}
