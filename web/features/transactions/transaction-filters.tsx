import type { TransactionFilters as Filters } from '#contract/transactions.ts'
import { NativeSelect } from '../../ui/select/native-select.tsx'
import type { Chosen } from './search-params.ts'

const all = { value: 'all', label: 'All' }

type TransactionFiltersProps = { filters: Filters; chosen: Chosen; onChoose: (change: Chosen) => void }

export function TransactionFilters({ filters, chosen, onChoose }: TransactionFiltersProps) {
  const schools = filters.schools.map(({ id, name }) => ({ value: id, label: name }))
  const years = filters.years.map((year) => ({ value: String(year), label: String(year) }))
  return (
    <div className="filters" role="group" aria-label="Filters">
      <NativeSelect
        label="School"
        options={[all, ...schools]}
        value={known(schools, chosen.school)}
        onChange={(school) => onChoose({ school: school === all.value ? undefined : school })}
      />
      <NativeSelect
        label="Year"
        options={[all, ...years]}
        value={known(years, chosen.year)}
        onChange={(year) => onChoose({ year: year === all.value ? undefined : year })}
      />
    </div>
  )
}

/** A URL may name a school or year this account does not have. Then there is nothing to choose. */
function known(options: readonly { value: string }[], value: string | undefined): string {
  return options.find((option) => option.value === value)?.value ?? (value === undefined ? all.value : '')
}
