import { useEffect, useState, type ReactNode } from 'react'
import { Link, useLocation } from 'wouter'
import type { Account } from '#contract/accounts.ts'
import { accountLabel } from '#domain/accounts.ts'
import { chooseAccount } from '../../api/session.ts'
import { useStored } from '../../api/storage.ts'
import { readToken } from '../../api/token.ts'
import { Avatar } from '../../ui/avatar/avatar.tsx'
import { IconButton } from '../../ui/button/button.tsx'
import { ContextList, ContextListButton } from '../../ui/context-switcher/context-list.tsx'
import { ContextMenu } from '../../ui/context-switcher/context-menu.tsx'
import type { SwitchableContext } from '../../ui/context-switcher/switchable-context.ts'
import { CloseIcon } from '../../ui/icon/close.tsx'
import { MenuIcon } from '../../ui/icon/menu.tsx'
import { SchoolIcon } from '../../ui/icon/school.tsx'
import { Logo } from '../../ui/logo/logo.tsx'
import { FundBanner } from './fund-banner.tsx'
import { actionItems, mainItems } from './navigation-items.ts'
import { NavigationList } from './navigation.tsx'
import './shell.css'
import '../page.css'

export type ShellProps = { accounts: readonly Account[]; accountId: string; children: ReactNode }

/** The navigation is a sheet below this width, and always there from it on. */
const wideScreen = '(min-width: 744px)'

export function Shell({ accounts, accountId, children }: ShellProps) {
  const [path] = useLocation()
  const [sheet, setSheet] = useState<'closed' | 'navigation' | 'accounts'>('closed')
  const isOpen = sheet !== 'closed'
  const close = () => setSheet('closed')
  const account = accounts.find((each) => each.accountId === accountId)
  useSetupMarker(account)
  useCloseOnWideScreen(close)

  const context: SwitchableContext = {
    name: 'account',
    options: accounts.map((account) => ({ label: accountLabel(account), value: account.accountId })),
    selected: accountId,
    onSwitch: (chosen) => switchTo(accounts.find((account) => account.accountId === chosen)),
  }

  return (
    <div onKeyDown={(event) => event.key === 'Escape' && close()} role="presentation">
      <a className="skip" href="#main">
        Skip to content
      </a>
      <header className="header">
        <Link className="header__logo" href="/" onClick={close}>
          <Logo height={32} />
        </Link>
        <div className="header__end">
          {accounts.length > 1 && (
            <>
              <div className="header__ctx">
                <ContextMenu context={context} icon={SchoolIcon} />
              </div>
              <span className="header__rule" />
            </>
          )}
          <User />
          <IconButton
            className="hide-wide"
            icon={isOpen ? CloseIcon : MenuIcon}
            iconSize="large"
            label={isOpen ? 'Close navigation menu' : 'Open navigation menu'}
            aria-expanded={isOpen}
            aria-controls="navigation"
            onClick={() => setSheet(isOpen ? 'closed' : 'navigation')}
          />
        </div>
      </header>
      <nav className={isOpen ? 'nav is-open' : 'nav'} id="navigation" aria-label="Main">
        {sheet === 'accounts' ? (
          <ContextList context={context} icon={SchoolIcon} onClose={() => setSheet('navigation')} />
        ) : (
          <>
            <div className="nav__ctx">
              <ContextListButton context={context} icon={SchoolIcon} onOpen={() => setSheet('accounts')} />
            </div>
            <NavigationList items={mainItems(path)} onChosen={close} />
            <NavigationList items={actionItems} onChosen={close} isAtEnd />
          </>
        )}
      </nav>
      <main className="main" id="main" inert={isOpen}>
        <div className="page">
          <FundBanner contribution={account?.voluntaryContribution ?? null} />
          {children}
        </div>
      </main>
    </div>
  )
}

function User() {
  const name = readToken(useStored('token'))?.name ?? ''
  return (
    <div className="header__user">
      <span className="hide-narrow">
        <Avatar name={name} size="small" />
      </span>
      <span>{name}</span>
    </div>
  )
}

/** A fresh page for the other account: nothing of the first one can linger. */
function switchTo(account: Account | undefined): void {
  if (!account) return
  chooseAccount(account)
  location.reload()
}

/** The look of an account that is still being set up. */
function useSetupMarker(account: Account | undefined): void {
  const isSetupIncomplete = account?.config.isSetupIncomplete ?? false
  useEffect(() => {
    document.body.classList.toggle('v2025', isSetupIncomplete)
    return () => document.body.classList.remove('v2025')
  }, [isSetupIncomplete])
}

/** An open sheet makes the page behind it inert; on a wide screen there is no sheet. */
function useCloseOnWideScreen(close: () => void): void {
  useEffect(() => {
    const query = matchMedia(wideScreen)
    query.addEventListener('change', close)
    return () => query.removeEventListener('change', close)
  })
}
