import { useEffect, useRef, useState, type ReactNode } from 'react'
import { Link, useLocation, useSearch } from 'wouter'
import { regions } from '#domain/region.ts'
import { Alert } from '../ui/alert/alert.tsx'
import { Badge } from '../ui/badge/badge.tsx'
import { IconButton } from '../ui/button/button.tsx'
import { CardIcon } from '../ui/icon/card.tsx'
import { ClockIcon } from '../ui/icon/clock.tsx'
import { CloseIcon } from '../ui/icon/close.tsx'
import type { Icon } from '../ui/icon/icon.tsx'
import { MailIcon } from '../ui/icon/mail.tsx'
import { MenuIcon } from '../ui/icon/menu.tsx'
import { RepeatIcon } from '../ui/icon/repeat.tsx'
import { TagIcon } from '../ui/icon/tag.tsx'
import { TransactionsIcon } from '../ui/icon/transactions.tsx'
import { UserIcon } from '../ui/icon/user.tsx'
import { WarningIcon } from '../ui/icon/warning.tsx'
import { Logo } from '../ui/logo/logo.tsx'
import { PageHeader } from '../ui/page-header/page-header.tsx'
import { sandboxNow, useClockOffset } from './api/clock.ts'
import { followSandbox } from './api/live.ts'
import { usePeople } from './api/people.ts'
import { useFaults, useMessages } from './api/queries.ts'
import type { Message } from './api/wire.ts'
import { Clock } from './clock/clock.tsx'
import { Families, FamilyActions } from './families/families.tsx'
import { ClearInbox } from './inbox/clear-inbox.tsx'
import { Inbox } from './inbox/inbox.tsx'
import { announce, News } from './parts/announce.tsx'
import { cities, dayAndTime } from './parts/time.ts'
import { useTick } from './parts/use-tick.ts'
import { Payments } from './payments/payments.tsx'
import { Requests } from './requests.tsx'
import { isActive } from './switches/recipe-list.tsx'
import { ClearSwitches, Switches } from './switches/switches.tsx'
import { TestData } from './test-data.tsx'
import { Webhooks } from './webhooks.tsx'
import '../app/page.css'
import '../app/shell/shell.css'
import './frame.css'

type View = {
  title: string
  lead: string
  icon: Icon
  actions?: ReactNode
  /** What follows the name of the view in the address says what to show in it. */
  draw: (part: string | undefined) => ReactNode
}

/** The sandbox sends the page for each of these addresses. One with a second part is named in its `page/page.ts`. */
const views: Record<string, View> = {
  families: {
    title: 'Families',
    lead: 'Log in as anybody: the sandbox reads the code from the text message.',
    icon: UserIcon,
    actions: <FamilyActions />,
    draw: () => <Families />,
  },
  inbox: {
    title: 'Inbox',
    lead: 'Every mail and text message that was sent. Nothing leaves this machine.',
    icon: MailIcon,
    actions: <ClearInbox />,
    draw: (id) => <Inbox id={id} />,
  },
  payments: {
    title: 'Payments',
    lead: 'What Stripe holds in each account, newest first. Unfold a line to act on it.',
    icon: CardIcon,
    draw: (tab) => <Payments tab={tab} />,
  },
  clock: {
    title: 'Clock',
    lead: 'The portal and the sandbox read this clock. It runs on from wherever you set it.',
    icon: ClockIcon,
    draw: () => <Clock />,
  },
  switches: {
    title: 'Switches',
    lead: 'Let a provider fail on purpose, and see how the portal copes.',
    icon: WarningIcon,
    actions: <ClearSwitches />,
    draw: () => <Switches />,
  },
  webhooks: {
    title: 'Webhooks',
    lead: 'What Stripe has sent last, newest first, and how each attempt was answered.',
    icon: RepeatIcon,
    draw: () => <Webhooks />,
  },
  requests: {
    title: 'Requests',
    lead: 'The last 500 that the providers received, newest first. Secrets are masked.',
    icon: TransactionsIcon,
    draw: () => <Requests />,
  },
  'test-data': {
    title: 'Test data',
    lead: 'Cards and accounts that behave in a certain way. All others simply work.',
    icon: TagIcon,
    draw: () => <TestData />,
  },
}

export function Frame() {
  const [path] = useLocation()
  const [, name = '', part] = path.split('/')
  const current = Object.hasOwn(views, name) ? name : 'families'
  const { title = '', lead, actions, draw } = views[current] ?? {}
  const [trouble, setTrouble] = useState<string>()
  const [isMenuOpen, setMenuOpen] = useState(false)
  useEffect(() => followSandbox(setTrouble), [])
  return (
    <>
      <a className="skip" href="#main">
        Skip to content
      </a>
      <header className="header">
        <Link className="header__logo" href="/families">
          <Logo height={32} />
        </Link>
        <span className="header__tag hide-narrow">Sandbox</span>
        <div className="header__end">
          <HeaderClock />
          <IconButton
            className="hide-wide"
            icon={isMenuOpen ? CloseIcon : MenuIcon}
            iconSize="large"
            label={isMenuOpen ? 'Close navigation menu' : 'Open navigation menu'}
            aria-expanded={isMenuOpen}
            aria-controls="navigation"
            onClick={() => setMenuOpen(!isMenuOpen)}
          />
        </div>
      </header>
      <Navigation current={current} isOpen={isMenuOpen} onChosen={() => setMenuOpen(false)} />
      <main className="main" id="main" tabIndex={-1} inert={isMenuOpen}>
        <div className="page">
          {trouble && (
            <Alert variant="error">
              {trouble}. Check that the sandbox is running, then reload this page.
            </Alert>
          )}
          <PageHeader
            key={current}
            title={`${title} · Sandbox`}
            headline={title}
            lead={lead}
            actions={actions}
          />
          {draw?.(part)}
        </div>
      </main>
      <News />
    </>
  )
}

function HeaderClock() {
  useTick()
  const offset = useClockOffset()
  if (offset === undefined) return null
  return (
    <Link className="header__clock" href="/clock">
      <span className="sr">Sandbox time:</span>
      {regions.map((region) => (
        <time key={region}>
          {cities[region]} {dayAndTime(sandboxNow(), region)}
        </time>
      ))}
      {Math.abs(offset) >= 1000 && <Badge tone="caution">Moved</Badge>}
    </Link>
  )
}

type NavigationProps = { current: string; isOpen: boolean; onChosen: () => void }

function Navigation({ current, isOpen, onChosen }: NavigationProps) {
  const search = useSearch()
  // Who comes back to a view finds its filters as they were.
  const [searches, setSearches] = useState<Record<string, string>>({})
  if ((searches[current] ?? '') !== search) setSearches({ ...searches, [current]: search })
  const messages = useMessages().data?.messages ?? []
  const faults = useFaults().data?.faults ?? []
  const counts: Record<string, number> = { inbox: messages.length, switches: faults.filter(isActive).length }
  useNewMessage(messages[0])
  return (
    <nav className={isOpen ? 'nav is-open' : 'nav'} id="navigation" aria-label="Sections">
      <ul className="nav__list">
        {Object.entries(views).map(([name, { title, icon: Shape }]) => (
          <li key={name}>
            <Link
              className="nav__item"
              href={`/${name}${searches[name] ? `?${searches[name]}` : ''}`}
              aria-current={name === current ? 'page' : undefined}
              onClick={onChosen}
            >
              <Shape />
              <span>{title}</span>
              {counts[name] ? <span className="nav__tag sm">{counts[name]}</span> : null}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** Announces messages that arrive while the page is open. */
function useNewMessage(newest: Message | undefined): void {
  const { isLoaded, recipientOf } = usePeople()
  const seen = useRef<number>(undefined)
  useEffect(() => {
    if (!isLoaded) return
    if (newest && seen.current !== undefined && newest.seq > seen.current) {
      const name = recipientOf(newest.to)?.name ?? newest.to
      announce(`New ${newest.kind === 'sms' ? 'text message' : 'mail'} to ${name}`)
    }
    seen.current = newest?.seq ?? 0
  }, [newest, isLoaded, recipientOf])
}
