import {
  useCallback,
  useEffect,
  useId,
  useRef,
  useState,
  type ComponentType,
  type KeyboardEvent,
} from 'react'
import { flushSync } from 'react-dom'
import { FieldError } from '../text-input/field-error.tsx'
import { descriptionOf, FieldHint, type FieldTexts } from '../text-input/field.tsx'
import { RequiredMark } from '../text-input/required-mark.tsx'
import { showToast } from '../toast/toast.ts'
import type { Option, SelectProps } from './select.tsx'
import '../text-input/text-input.css'
import './select.css'

type Real = ComponentType<SelectProps<string>>

let Loaded: Real | undefined
let loading: Promise<void> | undefined
/** All placeholders on the page, which are replaced together. */
const waiting = new Set<() => void>()

async function load(): Promise<void> {
  loading ??= import('./select.tsx').then((module) => {
    Loaded = module.Select as Real
    for (const exchange of waiting) exchange()
  })
  try {
    await loading
  } catch (error) {
    loading = undefined
    throw error
  }
}

type LazySelectProps<Value extends string> = FieldTexts & {
  options: readonly Option<Value>[]
  value: Value | null
  onChange: (value: Value) => void
  placeholder?: string
  required?: boolean
  disabled?: boolean
}

/** A touch pointer leaves before its click. */
const clickDelayMs = 400

/**
 * A select that shows at once. Its list is large and loads when the pointer or focus comes near. Until then a button
 * with the same style replaces it, and passes on its focus and press.
 */
export function LazySelect<Value extends string>(props: LazySelectProps<Value>) {
  const [Real, setReal] = useState(() => Loaded)
  const box = useRef<HTMLDivElement>(null)
  // Do not swap during a press: its second half would reach nobody.
  const isHeld = useRef(false)
  const handedOver = useRef({ hasFocus: false, isPressed: false })

  const exchange = useCallback(() => {
    if (!Loaded || isHeld.current) return
    handedOver.current.hasFocus = box.current?.contains(document.activeElement) ?? false
    // Immediately, or a finger could press the button that is about to disappear.
    flushSync(() => setReal(() => Loaded))
  }, [])
  useEffect(() => {
    if (!Real) {
      waiting.add(exchange)
      return () => void waiting.delete(exchange)
    }
    const { hasFocus, isPressed } = handedOver.current
    const button = box.current?.querySelector('button')
    if (hasFocus) button?.focus()
    // It knows its options only after rendering, and does not open without any.
    if (isPressed) requestAnimationFrame(() => button?.click())
  }, [Real, exchange])

  return (
    <div ref={box}>
      {Real ? (
        <Real {...(props as unknown as SelectProps<string>)} />
      ) : (
        <StandIn
          {...props}
          onNear={() => void load().catch(() => {})}
          onHold={() => (isHeld.current = true)}
          onLeave={() =>
            setTimeout(() => {
              isHeld.current = false
              exchange()
            }, clickDelayMs)
          }
          onPress={() => {
            isHeld.current = false
            handedOver.current.isPressed = true
            load().then(exchange, () => {
              handedOver.current.isPressed = false
              showToast({ variant: 'error', text: 'Oops, something went wrong.' })
            })
          }}
        />
      )}
    </div>
  )
}

type StandInProps<Value extends string> = LazySelectProps<Value> & {
  onNear: () => void
  onHold: () => void
  onLeave: () => void
  onPress: () => void
}

function StandIn<Value extends string>({
  label,
  hint,
  error,
  options,
  value,
  placeholder = 'Select',
  required,
  disabled,
  onNear,
  onHold,
  onLeave,
  onPress,
}: StandInProps<Value>) {
  const id = useId()
  function pressByArrow(event: KeyboardEvent) {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    event.preventDefault()
    onPress()
  }
  const chosen = options.find((option) => option.value === value)
  return (
    <div className="field" data-invalid={error ? true : undefined}>
      <span className="field__label" id={`${id}-label`}>
        {label}
        {required && <RequiredMark />}
      </span>
      <button
        type="button"
        className="select"
        aria-haspopup="listbox"
        aria-expanded={false}
        aria-labelledby={`${id}-value ${id}-label`}
        aria-describedby={descriptionOf(id, { hint, error })}
        disabled={disabled}
        data-disabled={disabled || undefined}
        onPointerEnter={onNear}
        onFocus={onNear}
        onPointerDown={onHold}
        onPointerLeave={onLeave}
        onPointerCancel={onLeave}
        onClick={onPress}
        onKeyDown={pressByArrow}
      >
        <span
          className="select__value"
          id={`${id}-value`}
          data-placeholder={chosen === undefined ? true : undefined}
        >
          {chosen?.label ?? placeholder}
        </span>
      </button>
      <FieldHint id={id} hint={error ? undefined : hint} />
      <FieldError id={`${id}-error`} message={error} />
    </div>
  )
}
