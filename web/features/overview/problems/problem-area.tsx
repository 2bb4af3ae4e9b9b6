import { useState, type ComponentProps } from 'react'
import { Link } from 'wouter'
import type { Account } from '#contract/accounts.ts'
import type { Overview } from '#contract/overview.ts'
import { useSettings } from '../../../session/settings.ts'
import { Button } from '../../../ui/button/button.tsx'
import { ButtonLink } from '../../../ui/button/button-link.tsx'
import { Fact } from '../../../ui/definition-list/fact.tsx'
import { BankIcon } from '../../../ui/icon/bank.tsx'
import { BillIcon } from '../../../ui/icon/bill.tsx'
import { CalendarIcon } from '../../../ui/icon/calendar.tsx'
import { CardIcon } from '../../../ui/icon/card.tsx'
import { ClockIcon } from '../../../ui/icon/clock.tsx'
import { ErrorIcon } from '../../../ui/icon/error.tsx'
import { WarningIcon } from '../../../ui/icon/warning.tsx'
import { PhoneOrEmail } from '../../../support/phone-or-email.tsx'
import { FixDialog } from './fix-dialog.tsx'
import { wordsOf } from './problem-words.ts'
import type { ProblemSetting, ProblemWords, Way } from './ways.ts'
import '../../../ui/alert/alert.css'
import '../../../ui/card/card.css'
import './problems.css'

/** The problems of an account in words. */
export function useProblemWords(account: Account, overview: Overview): ProblemWords[] {
  const hidesEarlyPayments = useSettings()?.flags.hideEarlyPayments ?? false
  const setting: Omit<ProblemSetting, 'isFirst'> = {
    region: account.region,
    bpay: overview.bpayInfo,
    canChangeMethod: overview.config.allowRepaymentSourceUpdates,
    canPayEarly: !hidesEarlyPayments && !overview.config.isSetupIncomplete,
    fix: overview.fix,
    failedText: overview.failedText,
  }
  return overview.problems.map((problem, index) => wordsOf(problem, { ...setting, isFirst: index === 0 }))
}

/** Whether the one main button of the page is among the ways out. */
export function hasMainWay([first]: readonly ProblemWords[]): boolean {
  return first?.ways.some(({ isMain }) => isMain) ?? false
}

/** Whether there is something to do: then no other button of the page is its main one. */
export function hasWay([first]: readonly ProblemWords[]): boolean {
  return first !== undefined && first.tone !== 'info' && first.ways.length > 0
}

const marks = { error: ErrorIcon, caution: WarningIcon, info: ClockIcon }
const icons = {
  pay: CardIcon,
  move: CalendarIcon,
  method: BankIcon,
  bpay: BankIcon,
  'one-by-one': BillIcon,
  plan: CalendarIcon,
}

type ProblemAreaProps = { problems: readonly ProblemWords[]; account: Account; overview: Overview }
/** A dialog stays while it fades out. */
type OpenDialog = { name: 'day' | 'method'; isOpen: boolean }

/** What is wrong, since when, what happens next and what can be done: above everything else on the Overview. */
export function ProblemArea({ problems, account, overview }: ProblemAreaProps) {
  const [first, ...others] = problems
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  if (!first) return null
  const open = (name: OpenDialog['name']) => setDialog({ name, isOpen: true })
  return (
    <section className={`card fix tone--${first.tone}`} aria-labelledby="problem">
      <FirstProblem words={first} hasHelpPage={overview.planStatus === 'Current'} onOpen={open} />
      {others.length > 0 && (
        <ul className="fix__others">
          {others.map((words) => (
            <OtherProblem key={words.title} words={words} />
          ))}
        </ul>
      )}
      {dialog && overview.fix && (
        <FixDialog
          key={dialog.name}
          name={dialog.name}
          isOpen={dialog.isOpen}
          onHide={() => setDialog({ ...dialog, isOpen: false })}
          account={account}
          fix={overview.fix}
          text={overview.failedText}
        />
      )}
    </section>
  )
}

type FirstProblemProps = {
  words: ProblemWords
  /** Only a plan that runs can be changed by those who find it hard to pay. */
  hasHelpPage: boolean
  onOpen: (dialog: OpenDialog['name']) => void
}

function FirstProblem({ words, hasHelpPage, onOpen }: FirstProblemProps) {
  const { tone, eyebrow, title, text, parts, ways, otherwise, isOfPlan = false } = words
  const Mark = marks[tone]
  return (
    <>
      <div className="fix__head">
        <span className="fix__mark">
          <Mark />
        </span>
        <div className="stack stack--4">
          <p className="fix__eyebrow">{eyebrow}</p>
          <h2 id="problem">{title}</h2>
          <p>{text}</p>
          {parts && <Parts parts={parts} />}
        </div>
      </div>
      {ways.length > 0 && (
        <div className="fix__opts">
          {ways.map((way) => (
            <WayOut key={way.kind} way={way} onOpen={onOpen} />
          ))}
        </div>
      )}
      {(otherwise !== null || tone === 'error' || isOfPlan) && (
        <div className="fix__foot sm muted">
          {otherwise !== null && (
            <p>
              <strong>If you do nothing,</strong> {otherwise}
            </p>
          )}
          {isOfPlan && hasHelpPage ? (
            <Link href="/payment-schedule/help">I am finding it hard to pay</Link>
          ) : (
            tone === 'error' && <Help />
          )}
        </div>
      )}
    </>
  )
}

/** More than these are shown on request, so that what to do stays in sight. */
const partsInSight = 4

function Parts({ parts }: { parts: NonNullable<ProblemWords['parts']> }) {
  const list = (
    <dl className="dl dl--tight fix__parts">
      {parts.map(({ name, value }) => (
        <Fact name={name} key={name}>
          {value}
        </Fact>
      ))}
    </dl>
  )
  if (parts.length <= partsInSight) return list
  return (
    <details className="fix__more">
      <summary>What it consists of</summary>
      {list}
    </details>
  )
}

function WayOut({ way, onOpen }: { way: Way; onOpen: FirstProblemProps['onOpen'] }) {
  const { kind, title, text, isMain, opens, link, links, facts } = way
  const Shape = icons[kind]
  return (
    <div className="fix__opt">
      <h3>
        <Shape />
        {title}
      </h3>
      <p className="sm muted">{text}</p>
      {link && <WayLink {...link} look={isMain ? 'primary' : 'secondary'} />}
      {opens && (
        <Button look="secondary" onClick={() => onOpen(opens.dialog)}>
          {opens.label}
        </Button>
      )}
      {links && (
        <ul className="fix__links">
          {links.map(({ label, href }) => (
            <li key={href}>
              <a href={href} target="_blank" rel="noopener">
                {label}
              </a>
            </li>
          ))}
        </ul>
      )}
      {facts && (
        <dl className="dl dl--tight fix__facts">
          {facts.map(({ name, value }) => (
            <Fact name={name} key={name}>
              {value}
            </Fact>
          ))}
        </dl>
      )}
    </div>
  )
}

type WayLinkProps = NonNullable<Way['link']> & Pick<ComponentProps<typeof ButtonLink>, 'look' | 'size'>

function WayLink({ label, ...link }: WayLinkProps) {
  return <ButtonLink {...link}>{label}</ButtonLink>
}

function OtherProblem({ words: { tone, title, text, otherwise, ways } }: { words: ProblemWords }) {
  const Mark = marks[tone]
  const way = ways.find(({ link }) => link)
  const links = ways.flatMap((each) => each.links ?? [])
  const facts = ways.flatMap((each) => each.facts ?? [])
  return (
    <li className={`fix__other tone--${tone}`}>
      <Mark />
      <div className="rowtext">
        <h3>{title}</h3>
        <p>
          {text}
          {otherwise !== null && <> If you do nothing, {otherwise}</>}
        </p>
        {facts.length > 0 && <p>{facts.map(({ name, value }) => `${name} ${value}`).join(', ')}</p>}
        {links.map(({ label, href }) => (
          <p key={href}>
            <a href={href} target="_blank" rel="noopener">
              {label}
            </a>
          </p>
        ))}
      </div>
      {way?.link && <WayLink {...way.link} look="secondary" size="small" />}
    </li>
  )
}

function Help() {
  return (
    <p>
      Finding it hard to pay? Call <PhoneOrEmail />.
    </p>
  )
}
