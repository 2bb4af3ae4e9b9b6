import { Fragment, useState } from 'react'
import type { StaffFamily } from '#contract/staff-family.ts'
import type { LedgerRow, StaffLedger } from '#contract/staff-family-ledger.ts'
import { formatDateNumeric } from '#domain/calendar/calendar.ts'
import type { LedgerFilter } from '#domain/family-ledger.ts'
import { regionFacts, type Currency } from '#domain/region.ts'
import { Button } from '../../ui/button/button.tsx'
import { DownloadIcon } from '../../ui/icon/download.tsx'
import { NativeSelect } from '../../ui/select/native-select.tsx'
import { usePages } from '../foundation/read-pages.ts'
import { callForFile } from '../foundation/staff-client.ts'
import { useAction } from '../foundation/use-action.ts'
import { Chips } from '../ui/chips/chips.tsx'
import { money, signedMoney } from '../foundation/format.ts'
import { FailureAlert } from '../ui/failure/failure-alert.tsx'
import { Loaded } from '../ui/loaded/loaded.tsx'
import { saveFile } from '../../api/save-file.ts'
import { EarlierRows } from './earlier-rows.tsx'
import { EntryExplained } from './entry-explained.tsx'
import { tabSkeletons } from './tab-skeletons.tsx'
import { Table } from '../../ui/table/table.tsx'
import '../ui/table/table.css'
import '../ui/why/why.css'
import './ledger.css'

const columns = [
  { title: 'Date' },
  { title: 'What happened' },
  { title: 'Through' },
  { title: 'Amount', isRight: true },
  { title: 'Balance after', isRight: true },
  { title: 'Explain', isTitleHidden: true },
]

const labels: readonly [LedgerFilter, string][] = [
  ['All', 'All'],
  ['PaidIn', 'Paid in'],
  ['ToSchool', 'To the school'],
  ['Fees', 'Fees'],
  ['Other', 'Other'],
  ['Earlier', 'Earlier years'],
]

/** The ledger of a family: every entry that its balance is made of. */
export function LedgerTab({ family }: { family: StaffFamily }) {
  const { accountId } = family
  const [filter, setFilter] = useState<LedgerFilter>('All')
  const [year, setYear] = useState<string>()
  const narrowed = { filter, ...(year !== undefined && { year }) }
  const query = usePages('GET /api/staff/families/:accountId/ledger', {
    params: { accountId },
    query: narrowed,
  })
  const save = useAction(async () =>
    saveFile(
      await callForFile('GET /api/staff/families/:accountId/ledger/export', {
        params: { accountId },
        query: narrowed,
      }),
    ),
  )
  return (
    <Loaded query={query} label="Loading the ledger" skeleton={<tabSkeletons.Money />}>
      {({ pages }) => {
        const [first] = pages
        if (!first) return null
        const rows = pages.flatMap((page) => page.rows)
        return (
          <section className="card card--flush" aria-label="Ledger" aria-busy={query.isPlaceholderData}>
            <div className="toolbar toolbar--table">
              <Chips
                legend="Show entries"
                value={filter}
                onChange={setFilter}
                options={chipsOf(first.counts, filter)}
              />
              <span className="end toolbar hide-narrow">
                <YearChoice ledger={first} onChange={setYear} />
                <Button
                  look="secondary"
                  icon={DownloadIcon}
                  isBusy={save.isBusy}
                  onClick={() => void save.run()}
                >
                  CSV
                </Button>
              </span>
            </div>
            <FailureAlert title="The file was not saved" failure={save.failure} />
            {rows.length === 0 ? (
              <p className="table-empty">{emptyWords[filter]}</p>
            ) : (
              <LedgerTable rows={rows} family={family} />
            )}
            <EarlierRows query={query} shown={rows.length} total={first.counts[filter]}>
              {balanceWords(first, filter, regionFacts[family.region].currency)}
            </EarlierRows>
          </section>
        )
      }}
    </Loaded>
  )
}

const emptyWords: Record<LedgerFilter, string> = {
  All: 'No entries yet.',
  PaidIn: 'Nothing was paid in this year.',
  ToSchool: 'Nothing was passed on to a school this year.',
  Fees: 'No fee was charged this year.',
  Other: 'No other entries this year.',
  Earlier: 'No entries in earlier years.',
}

/** What there is nothing of is not offered, but for what is always looked for. */
function chipsOf(counts: StaffLedger['counts'], chosen: LedgerFilter) {
  return labels
    .filter(([value]) => value !== 'Other' || counts.Other > 0 || chosen === 'Other')
    .map(([value, label]) => ({ value, label, count: counts[value] }))
}

function YearChoice({ ledger, onChange }: { ledger: StaffLedger; onChange: (year: string) => void }) {
  if (ledger.years.length === 0) return null
  return (
    <NativeSelect
      label="Year"
      isLabelHidden
      value={String(ledger.year ?? '')}
      options={ledger.years.map((year) => ({ value: String(year), label: String(year) }))}
      onChange={onChange}
    />
  )
}

function balanceWords(
  { counts, balance, year, years }: StaffLedger,
  filter: LedgerFilter,
  currency: Currency,
) {
  if (filter !== 'All' || year === null) return ''
  return year === years[0]
    ? `the balance is the sum of all ${counts.All}`
    : `the balance at the end of ${year} was ${money(balance, currency)}`
}

function LedgerTable({ rows, family }: { rows: readonly LedgerRow[]; family: StaffFamily }) {
  const [open, setOpen] = useState<string>()
  const { currency } = regionFacts[family.region]
  return (
    <Table look="dense" className="table--open ledger" columns={columns}>
      {rows.map((row) => {
        const isOpen = row.id === open
        return (
          <Fragment key={row.id}>
            <tr className={isOpen ? 'is-open' : undefined}>
              <td className="date">{formatDateNumeric(row.date)}</td>
              <td className="words">
                <span className="two">
                  <span className="semibold">{row.what}</span>
                  {row.detail && <small>{row.detail}</small>}
                </span>
              </td>
              <td className="muted">{row.through}</td>
              <td className={row.amount > 0 ? 'num right pos' : 'num right'}>
                {signedMoney(row.amount, currency)}
              </td>
              <td className="num right muted">{money(row.balance, currency)}</td>
              <td className="right">
                <Button
                  look="borderless"
                  size="small"
                  aria-expanded={isOpen}
                  onClick={() => setOpen(isOpen ? undefined : row.id)}
                >
                  {isOpen ? 'Hide' : 'Explain'}
                  <span className="sr">
                    : {row.what}, {formatDateNumeric(row.date)}
                  </span>
                </Button>
              </td>
            </tr>
            {isOpen && (
              <tr className="is-inner">
                <td colSpan={6}>
                  <EntryExplained accountId={family.accountId} entryId={row.id} currency={currency} />
                </td>
              </tr>
            )}
          </Fragment>
        )
      })}
    </Table>
  )
}
