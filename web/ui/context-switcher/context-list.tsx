import { IconButton } from '../button/button.tsx'
import { ArrowLeftIcon } from '../icon/arrow-left.tsx'
import { CheckIcon } from '../icon/check.tsx'
import { ChevronRightIcon } from '../icon/chevron-right.tsx'
import type { Icon } from '../icon/icon.tsx'
import { optionsToOffer, selectedLabel, type SwitchableContext } from './switchable-context.ts'
import './context-switcher.css'

/** The switcher on narrow screens, part one: the button that opens the list. */
export function ContextListButton({
  context,
  icon: Badge,
  onOpen,
}: {
  context: SwitchableContext
  icon: Icon
  onOpen: () => void
}) {
  if (!optionsToOffer(context)) return null
  return (
    <button type="button" className="ctx__btn ctx__btn--row" onClick={onOpen}>
      <span className="ctx__badge">
        <Badge />
      </span>
      <span className="grow">{selectedLabel(context)}</span>
      <ChevronRightIcon size="small" />
    </button>
  )
}

/** Part two: the list, which replaces the navigation. */
export function ContextList({
  context,
  icon: Badge,
  onClose,
}: {
  context: SwitchableContext
  icon: Icon
  onClose: () => void
}) {
  return (
    <div className="stack stack--8">
      <div className="ctx-list__head">
        {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- the button that had the focus is gone */}
        <IconButton icon={ArrowLeftIcon} label="Back" onClick={onClose} autoFocus />
        <h2>Select {context.name}</h2>
      </div>
      <ul className="ctx-list__options stack stack--8">
        {optionsToOffer(context)?.map((option) => (
          <li key={option.value}>
            <button
              type="button"
              className="ctx__btn ctx__btn--row"
              aria-current={option.value === context.selected || undefined}
              onClick={() => context.onSwitch(option.value)}
            >
              <span className="ctx__badge">
                <Badge />
              </span>
              <span className="grow num">{option.label}</span>
              {option.value === context.selected && <CheckIcon />}
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}
