import { useRef } from 'react'
import { SearchIcon } from '../../../ui/icon/search.tsx'
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
export function FilterField({ label, placeholder, value, onChange }: FilterFieldProps) {
  const field = useRef<HTMLInputElement>(null)
  useShortcuts([{ keys: '/', label, run: () => field.current?.focus() }])
  return (
    <span className="affix filter-field">
      <SearchIcon />
      <input
        ref={field}
        className="input"
        type="search"
        aria-label={label}
        placeholder={placeholder}
        maxLength={100}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </span>
  )
}
