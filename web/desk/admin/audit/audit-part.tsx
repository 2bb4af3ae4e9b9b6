import { useState } from 'react'
import { useSearchParams } from 'wouter'
import { addDays, dateIn } from '#domain/calendar/calendar.ts'
import type { AuditKind } from '#domain/staff.ts'
import { useRead } from '../../foundation/read.ts'
import { useNow } from '../../foundation/clock.ts'
import { submitting } from '../../foundation/draft.ts'
import { Chips } from '../../ui/chips/chips.tsx'
import { SearchField } from '../../ui/filter-field/filter-field.tsx'
import { NativeSelect } from '../../../ui/select/native-select.tsx'
import { actionWords } from './action-words.ts'
import { AuditTable } from './audit-table.tsx'

const spans = {
  '1': 'Today',
  '7': 'Last 7 days',
  '30': 'Last 30 days',
  '365': 'Last year',
  all: 'All time',
} as const
type Span = keyof typeof spans

/** Everything that was done. The address has the search, so that it can be sent to a colleague. */
export function AuditPart() {
  const [search, setSearch] = useSearchParams()
  const today = dateIn('AU', useNow())
  const find = search.get('find') ?? ''
  const action = search.get('action') ?? ''
  const span = (search.get('when') ?? '7') as Span
  const kind = (search.get('kind') ?? 'Changes') as AuditKind | 'All'
  const [typed, setTyped] = useState(find)
  const put = (changes: Record<string, string>) =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before)
        for (const [name, value] of Object.entries(changes))
          if (value === '') next.delete(name)
          else next.set(name, value)
        return next
      },
      { replace: true },
    )
  const filter = {
    ...(find !== '' && { find }),
    ...(action !== '' && { action }),
    ...(span in spans && span !== 'all' && { from: addDays(today, 1 - Number(span)) }),
  }
  const summary = useRead('GET /api/staff/audit/summary', { query: filter }, { keepsPrevious: true })
  const counts = summary.data
  const total = counts && { Changes: counts.changes, Views: counts.views, AsFamily: counts.asFamily }
  const withCount = (count: number | undefined) => (count === undefined ? {} : { count })
  return (
    <>
      <div className="toolbar">
        <form role="search" onSubmit={submitting(() => put({ find: typed.trim() }))}>
          <SearchField
            isWide
            label="Search the audit by person, family or short ID"
            placeholder="Person, family or LW12345"
            value={typed}
            onChange={(text) => {
              setTyped(text)
              if (text === '') put({ find: '' })
            }}
          />
        </form>
        <NativeSelect
          isLabelHidden
          label="Action"
          value={action}
          onChange={(value) => put({ action: value })}
          options={[
            { value: '', label: 'Everything' },
            ...(counts?.actions ?? []).map((name) => ({ value: name, label: actionWords(name) })),
          ]}
        />
        <NativeSelect
          isLabelHidden
          label="When"
          value={span}
          onChange={(value) => put({ when: value })}
          options={(Object.keys(spans) as Span[]).map((key) => ({ value: key, label: spans[key] }))}
        />
        <Chips
          legend="Kind"
          value={kind}
          onChange={(value) => put({ kind: value })}
          options={[
            { value: 'Changes', label: 'Changes', ...withCount(counts?.changes) },
            { value: 'Views', label: 'Views', ...withCount(counts?.views) },
            { value: 'AsFamily', label: 'As a family', ...withCount(counts?.asFamily) },
            { value: 'All', label: 'All' },
          ]}
        />
      </div>
      <AuditTable
        key={JSON.stringify([filter, kind])}
        filter={{ ...filter, ...(kind !== 'All' && { kind }) }}
        total={kind === 'All' ? undefined : total?.[kind]}
      />
    </>
  )
}
