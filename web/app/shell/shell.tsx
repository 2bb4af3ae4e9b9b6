import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Link, useLocation } from 'wouter'
import type { Account } from '#contract/accounts.ts'
import { accountLabel } from '#domain/accounts.ts'
import { chooseAccount } from '../../session/session.ts'
import { useSettings } from '../../session/settings.ts'
import { useStored } from '../../session/storage.ts'
import { readToken } from '../../session/token.ts'
import { Avatar } from '../../ui/avatar/avatar.tsx'
import { IconButton } from '../../ui/button/button.tsx'
import { ContextList, ContextListButton } from '../../ui/context-switcher/context-list.tsx'
import { ContextMenu } from '../../ui/context-switcher/context-menu.tsx'
import type { SwitchableContext } from '../../ui/context-switcher/switchable-context.ts'
import { CloseIcon } from '../../ui/icon/close.tsx'
import { MenuIcon } from '../../ui/icon/menu.tsx'
import { SchoolIcon } from '../../ui/icon/school.tsx'
import { Logo } from '../../ui/logo/logo.tsx'
import { PageNoticeProvider } from '../../ui/page-header/page-notice.tsx'
import type { FrameProps } from '../frame.ts'
import { closeOnBack, leave } from '../../ui/leave-warning/leaving.ts'
import { SessionEnd } from '../../session/session-end.tsx'
import { FeaturePanel } from './feature-panel.tsx'
import { FundBanner } from './fund-banner.tsx'
import { actionItems, mainItems } from './navigation-items.ts'
import { NavigationList } from './navigation.tsx'
import './shell.css'
import '../page.css'

/** Below this width the navigation is a sheet; from it on, it is always visible. */
const wideScreen = '(min-width: 744px)'

export function Shell({ accounts, accountId, setupStatus, children }: FrameProps) {
  const [path] = useLocation()
  const [sheet, setSheet] = useState<'closed' | 'navigation' | 'accounts'>('closed')
  const [isFeatureOpen, setFeatureOpen] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const token = readToken(useStored('token'))
  const hidesStatements = useSettings()?.flags.hideStatements ?? false
  const isOpen = sheet !== 'closed'
  const account = accounts.find((each) => each.accountId === accountId)
  useSetupMarker(account)
  useCloseOnWideScreen(() => setSheet('closed'))

  function close() {
    if (!isOpen) return
    setSheet('closed')
    // The focused element is about to disappear. If a page opens, it takes the focus from here.
    opener.current?.focus()
  }

  const onBack = useEffectEvent(close)
  useEffect(() => (isOpen ? closeOnBack(() => onBack()) : undefined), [isOpen])

  const context: SwitchableContext = {
    name: 'account',
    options: accounts.map((account) => ({ label: accountLabel(account), value: account.accountId })),
    selected: accountId,
    onSwitch: (chosen) => {
      close()
      if (chosen !== accountId) switchTo(accounts.find((account) => account.accountId === chosen))
    },
  }
  const circumstances = {
    path,
    account,
    setupStatus,
    hidesStatements,
    isImpersonated: token?.impersonatorEmail !== undefined,
    onFeature: setFeatureOpen,
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
          <User name={token?.name ?? ''} />
          <IconButton
            className="hide-wide"
            ref={opener}
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
            <NavigationList items={mainItems(circumstances)} onChosen={close} />
            <NavigationList items={actionItems(circumstances)} onChosen={close} isAtEnd />
          </>
        )}
      </nav>
      <main className="main" id="main" inert={isOpen}>
        <div className="page">
          <PageNoticeProvider value={account && <FundBanner contribution={account.voluntaryContribution} />}>
            {children}
          </PageNoticeProvider>
        </div>
      </main>
      {isFeatureOpen && circumstances.isImpersonated && (
        <FeaturePanel account={account} onClose={() => setFeatureOpen(false)} />
      )}
      <SessionEnd />
    </div>
  )
}

function User({ name }: { name: string }) {
  return (
    <div className="header__user sm">
      <span className="hide-narrow">
        <Avatar name={name} size="small" />
      </span>
      <span>{name}</span>
    </div>
  )
}

/** Loads a new page for the other account, so that nothing of the first one remains. */
function switchTo(account: Account | undefined): void {
  if (!account) return
  leave(() => {
    chooseAccount(account)
    location.reload()
  })
}

/** The style of an account that is still being set up. */
function useSetupMarker(account: Account | undefined): void {
  const isSetupIncomplete = account?.config.isSetupIncomplete ?? false
  useEffect(() => {
    document.body.classList.toggle('v2025', isSetupIncomplete)
    return () => document.body.classList.remove('v2025')
  }, [isSetupIncomplete])
}

/** An open sheet makes the page behind it inert. Wide screens have no sheet. */
function useCloseOnWideScreen(close: () => void): void {
  useEffect(() => {
    const query = matchMedia(wideScreen)
    query.addEventListener('change', close)
    return () => query.removeEventListener('change', close)
  })
}
