import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import '../button/button.css'
import type { Icon } from '../icon/icon.tsx'
import { SearchIcon } from '../icon/search.tsx'
import { descriptionOf, Field, type FieldTexts } from '../text-input/field.tsx'
import { searchAsYouType, type Findings, type Search } from './search-as-you-type.ts'
import './autocomplete.css'

type AutocompleteProps<Option extends { label: string }> = FieldTexts & {
  search: Search<Option>
  /** The text in the field, typed or taken from an option. */
  value: string
  onChange: (text: string) => void
  onChoose: (option: Option) => void
  /** Drawn before every suggestion. */
  optionIcon?: Icon
  /** Shown when nothing was found. */
  emptyNote?: string
  /** The message when a search fails. */
  failureNote?: (error: unknown) => string
  placeholder?: string
  maxLength?: number
  name?: string
  required?: boolean
  disabled?: boolean
}

/** A text field with suggestions from a search below it. */
export function Autocomplete<Option extends { label: string }>({
  label,
  hint,
  error,
  search,
  value,
  onChange,
  onChoose,
  optionIcon: OptionIcon,
  emptyNote = 'No match found',
  failureNote,
  ...rest
}: AutocompleteProps<Option>) {
  const id = useId()
  const { findings, typing } = useFindings<Option>()
  const [isOpen, setOpen] = useState(false)
  const [active, setActive] = useState(-1)
  const list = useRef<HTMLDivElement>(null)

  const options = 'options' in findings ? findings.options : []
  const isListShown = isOpen && options.length > 0
  const note = isOpen ? noteOn(findings, emptyNote, failureNote) : undefined

  useEffect(() => {
    list.current?.children[active]?.scrollIntoView({ block: 'nearest' })
  }, [active])

  function type(text: string) {
    onChange(text)
    setOpen(true)
    setActive(-1)
    typing.type(text, search)
  }

  function choose(option: Option) {
    typing.clear()
    setOpen(false)
    setActive(-1)
    onChange(option.label)
    onChoose(option)
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return
    const chosen = isListShown ? options[active] : undefined
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      if (options.length === 0) return
      event.preventDefault()
      setOpen(true)
      setActive(stepThrough(options.length, isListShown ? active : -1, event.key === 'ArrowDown' ? 1 : -1))
    } else if (event.key === 'Enter' && chosen) {
      // Enter takes the suggestion and must not submit the form too.
      event.preventDefault()
      choose(chosen)
    } else if (event.key === 'Escape' && (isListShown || note)) {
      // One press closes the list and must not close the surrounding dialog too.
      event.stopPropagation()
      setOpen(false)
      setActive(-1)
    }
  }

  return (
    <Field id={id} label={label} hint={hint} error={error} required={rest.required}>
      <div className="affix">
        <SearchIcon />
        <input
          {...rest}
          className="input"
          id={id}
          type="text"
          role="combobox"
          autoComplete="off"
          value={value}
          aria-autocomplete="list"
          aria-expanded={isListShown}
          aria-controls={isListShown ? `${id}-list` : undefined}
          aria-activedescendant={isListShown && active >= 0 ? `${id}-${active}` : undefined}
          aria-invalid={error ? true : undefined}
          aria-describedby={descriptionOf(id, { hint, error })}
          onChange={(event) => type(event.currentTarget.value)}
          onClick={() => setOpen(true)}
          onBlur={() => setOpen(false)}
          onKeyDown={onKeyDown}
        />
        {findings.state === 'searching' && (
          <span className="affix__post">
            <span className="spinner" aria-hidden="true" />
          </span>
        )}
        {isListShown && (
          <div
            className="suggest"
            id={`${id}-list`}
            role="listbox"
            aria-label="Suggestions"
            tabIndex={-1}
            ref={list}
            // Otherwise the press would blur the field and close the list before the click.
            onMouseDown={(event) => event.preventDefault()}
          >
            {options.map((option, index) => {
              const optionId = `${id}-${index}`
              return (
                // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the field takes the keys
                <div
                  className="suggest__item"
                  key={optionId}
                  id={optionId}
                  role="option"
                  aria-selected={index === active}
                  tabIndex={-1}
                  onClick={() => choose(option)}
                >
                  {OptionIcon && <OptionIcon />}
                  <span>{emphasised(option.label, value.trim())}</span>
                </div>
              )
            })}
          </div>
        )}
        <span role="status">
          {note && <span className="suggest suggest--note">{note}</span>}
          {isListShown && <span className="sr">{countOf(options.length)}</span>}
        </span>
      </div>
    </Field>
  )
}

function useFindings<Option>() {
  const [findings, setFindings] = useState<Findings<Option>>({ state: 'nothing' })
  const [typing] = useState(() => searchAsYouType<Option>(setFindings))
  useEffect(() => typing.stop, [typing])
  return { findings, typing }
}

function noteOn(
  findings: Findings<unknown>,
  emptyNote: string,
  failureNote: ((error: unknown) => string) | undefined,
): string | undefined {
  if (findings.state === 'failed') return failureNote?.(findings.error) ?? 'Error'
  return findings.state === 'found' && findings.options.length === 0 ? emptyNote : undefined
}

function countOf(options: number): string {
  return options === 1 ? '1 suggestion' : `${options} suggestions`
}

/** Beyond either end is the field itself, with nothing highlighted. */
function stepThrough(count: number, from: number, by: 1 | -1): number {
  const positions = count + 1
  return ((from + 1 + by + positions) % positions) - 1
}

/** Highlights the part that was typed. */
function emphasised(label: string, typed: string): ReactNode {
  const at = label.toLowerCase().indexOf(typed.toLowerCase())
  if (typed === '' || at < 0) return label
  const end = at + typed.length
  return (
    <>
      {label.slice(0, at)}
      <mark>{label.slice(at, end)}</mark>
      {label.slice(end)}
    </>
  )
}
