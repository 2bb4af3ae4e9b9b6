import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { Button } from 'react-aria-components/Button'
import { Header } from 'react-aria-components/Header'
import { Menu as AriaMenu, MenuItem, MenuSection, MenuTrigger } from 'react-aria-components/Menu'
import { Popover } from 'react-aria-components/Popover'
import type { Icon } from '../../../ui/icon/icon.tsx'
import { AriaSettings } from '../../../ui/react-aria/aria-settings.tsx'
import { Kbd } from '../keys/keys.tsx'
import './menu.css'

type MenuEntry = {
  label: string
  icon?: Icon
  /** A letter that chooses it while the menu is open. */
  letter?: string
  isDanger?: boolean
  onChoose: () => void
}

type MenuProps = {
  label: string
  /** The button shows an icon only, so it needs the label too. */
  isIconOnly?: boolean
  /** Of the button that opens it. */
  className: string
  groups: readonly { title?: string; items: readonly MenuEntry[] }[]
  /** What it offers is not known yet. */
  isOff?: boolean
  /** To open it by a key too. */
  isOpen?: boolean
  onOpenChange?: (isOpen: boolean) => void
  children: ReactNode
}

/** What can be done, in a list below a button. */
export function Menu({
  label,
  isIconOnly = false,
  className,
  groups,
  isOff = false,
  isOpen,
  onOpenChange,
  children,
}: MenuProps) {
  const [isOpenItself, setOpenItself] = useState(false)
  const setOpen = onOpenChange ?? setOpenItself
  const choose = (entry: MenuEntry) => {
    setOpen(false)
    entry.onChoose()
  }
  function chooseByLetter(event: KeyboardEvent) {
    const entry = groups
      .flatMap(({ items }) => items)
      .find(({ letter }) => letter === event.key.toLowerCase())
    if (!entry || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    event.stopPropagation()
    choose(entry)
  }
  return (
    <AriaSettings>
      <MenuTrigger isOpen={isOpen ?? isOpenItself} onOpenChange={setOpen}>
        <Button className={className} isDisabled={isOff} {...(isIconOnly && { 'aria-label': label })}>
          {children}
        </Button>
        <Popover className="deskmenu" placement="bottom end" offset={6}>
          <div role="presentation" onKeyDownCapture={chooseByLetter}>
            <AriaMenu className="menu__list" aria-label={label}>
              {groups.map(({ title, items }, index) => (
                <MenuSection key={title ?? index} className="menu__section" aria-label={title ?? label}>
                  {title !== undefined && <Header className="menu__title">{title}</Header>}
                  {items.map((entry) => (
                    <Entry key={entry.label} entry={entry} onChoose={() => choose(entry)} />
                  ))}
                </MenuSection>
              ))}
            </AriaMenu>
          </div>
        </Popover>
      </MenuTrigger>
    </AriaSettings>
  )
}

function Entry({ entry, onChoose }: { entry: MenuEntry; onChoose: () => void }) {
  const { label, icon: Shape, letter, isDanger = false } = entry
  return (
    <MenuItem
      id={label}
      className={isDanger ? 'menu__item menu__item--danger' : 'menu__item'}
      textValue={label}
      onAction={onChoose}
    >
      {Shape && <Shape />}
      <span>{label}</span>
      {letter !== undefined && <Kbd>{letter.toUpperCase()}</Kbd>}
    </MenuItem>
  )
}
