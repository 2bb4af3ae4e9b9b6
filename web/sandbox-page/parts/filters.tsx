import { useSearchParams } from 'wouter'
import { SearchIcon } from '../../ui/icon/search.tsx'
import { Segmented } from '../../ui/segmented/segmented.tsx'
import '../../ui/text-input/text-input.css'
import './filters.css'

export type Filters = ReturnType<typeof useFilters>

/** Search words and choices. They are part of the address, so that a filtered view can be linked to. */
export function useFilters() {
  const [query, setQuery] = useSearchParams()
  const words = query.get('words') ?? ''
  const typed = words.toLowerCase().split(/\s+/)
  return {
    words,
    choice: (name: string) => query.get(name) ?? '',
    set(name: string, value: string) {
      const next = new URLSearchParams(query)
      if (value === '') next.delete(name)
      else next.set(name, value)
      setQuery(next, { replace: true })
    },
    /** Whether a text has every word that was typed. */
    fits(text: string) {
      const lower = text.toLowerCase()
      return typed.every((word) => lower.includes(word))
    },
  }
}

type Choice = { name: string; legend: string; options: Record<string, string> }

/** The first option is what there is without a choice. */
export function FilterForm({ label, filters, choice }: { label: string; filters: Filters; choice?: Choice }) {
  return (
    <search className="filters">
      <span className="affix">
        <SearchIcon />
        <input
          className="input"
          type="search"
          aria-label={label}
          placeholder={label}
          autoComplete="off"
          value={filters.words}
          onChange={(event) => filters.set('words', event.currentTarget.value)}
        />
      </span>
      {choice && (
        <Segmented
          legend={choice.legend}
          options={Object.entries(choice.options).map(([value, text]) => ({ value, label: text }))}
          value={filters.choice(choice.name) || (Object.keys(choice.options)[0] ?? '')}
          onChange={(value) => filters.set(choice.name, value)}
        />
      )}
    </search>
  )
}
