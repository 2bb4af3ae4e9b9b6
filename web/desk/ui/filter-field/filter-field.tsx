import { useRef, type Ref } from 'react'
import { SearchIcon } from '../../../ui/icon/search.tsx'
import { bindText } from '../../foundation/draft.ts'
import { useShortcuts } from '../../foundation/shortcuts.ts'
import '../../../ui/text-input/text-input.css'
import './filter-field.css'

type FilterFieldProps = {
  label: string
  placeholder: string
  value: string
  onChange: (value: string) => void
}

/** Narrows the list below it. The key / leads here. */
export function FilterField(props: FilterFieldProps) {
  const field = useRef<HTMLInputElement>(null)
  useShortcuts([{ keys: '/', label: props.label, run: () => field.current?.focus() }])
  return <SearchField {...props} ref={field} maxLength={100} />
}

type SearchFieldProps = FilterFieldProps & {
  isWide?: boolean
  maxLength?: number
  ref?: Ref<HTMLInputElement>
}

export function SearchField({ label, value, onChange, isWide = false, ...input }: SearchFieldProps) {
  return (
    <span className={isWide ? 'affix filter-field filter-field--wide' : 'affix filter-field'}>
      <SearchIcon />
      <input {...input} className="input" type="search" aria-label={label} {...bindText(value, onChange)} />
    </span>
  )
}
