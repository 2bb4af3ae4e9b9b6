import { useState, type ReactNode } from 'react'
import { Link } from 'wouter'
import { Badge, type BadgeTone } from '../../ui/badge/badge.tsx'
import { Button, buttonClass } from '../../ui/button/button.tsx'
import { Empty } from '../../ui/empty/empty.tsx'
import { ChevronDownIcon } from '../../ui/icon/chevron-down.tsx'
import { ExternalIcon } from '../../ui/icon/external.tsx'
import { SignpostArt } from '../../ui/spot-art/signpost.tsx'
import type { SpotArt } from '../../ui/spot-art/spot-art.tsx'
import type { Region } from '#domain/region.ts'
import { sandboxNow, useClockOffset } from '../api/clock.ts'
import { messagesOf, openPortal } from '../api/people.ts'
import type { Family } from '../api/wire.ts'
import { ActionForm, type ThingAction } from './action-form.tsx'
import { Facts, Source } from './facts.tsx'
import type { Filters } from './filters.tsx'
import { shortTime } from './time.ts'
import { useAction } from './use-action.tsx'
import '../../ui/card/card.css'
import './list.css'
import './things.css'

export type ThingBadge = { tone: BadgeTone; text: string }

type Part = {
  title: string
  badges?: ThingBadge[]
  facts?: Record<string, ReactNode>
  lines?: { badge: ThingBadge; text: string; source: string }[]
  files?: { title: string; text: string; path: string }[]
  actions?: ThingAction[]
}

/** Something that changes while it is displayed. It expands to its details and actions. */
export type Thing = {
  id: string | number
  at: string | number
  region?: Region
  title: string
  words?: string
  trouble?: string | null | undefined
  badges: ThingBadge[]
  /** Whose it is. */
  family?: Family
  facts?: Record<string, ReactNode>
  actions?: ThingAction[]
  parts?: Part[]
  /** Longer texts, by their titles. */
  blocks?: Record<string, string>
}

type ThingListProps = { things: readonly Thing[]; filters: Filters; empty: string; art?: SpotArt }

/** Things are plain data, so that any of their words can be searched. */
export function ThingList({ things, filters, empty, art = SignpostArt }: ThingListProps) {
  useClockOffset()
  if (things.length === 0) return <Empty art={art}>{empty}</Empty>
  const shown = things.filter((thing) => filters.fits(JSON.stringify(thing)))
  if (shown.length === 0) return <p className="nothing">Nothing fits this search.</p>
  return (
    <ul className="card card--flush list">
      {shown.map((thing) => (
        <li key={thing.id}>
          <ThingRow thing={thing} />
        </li>
      ))}
    </ul>
  )
}

/** Its details are drawn only when they are shown, because there may be hundreds of things. */
function ThingRow({ thing }: { thing: Thing }) {
  const [isOpen, setOpen] = useState(false)
  const { at, region, title, words, trouble, badges } = thing
  return (
    <details className="thing" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="thing__line">
        <time dateTime={new Date(at).toISOString()}>{shortTime(at, sandboxNow(), region)}</time>
        <span className="thing__what">
          <b>{title}</b>
          {words && <span className="muted sm">{words}</span>}
          {trouble && <span className="thing__trouble sm">{trouble}</span>}
        </span>
        <Badges badges={badges} />
        <ChevronDownIcon />
      </summary>
      {isOpen && <Details thing={thing} />}
    </details>
  )
}

function Badges({ badges }: { badges: ThingBadge[] | undefined }) {
  return (
    <span className="thing__badges">
      {badges?.map(({ tone, text }) => (
        <Badge key={text} tone={tone} isPlain={tone === 'brand'}>
          {text}
        </Badge>
      ))}
    </span>
  )
}

function Details({ thing: { family, facts, actions, parts, blocks } }: { thing: Thing }) {
  const { outcome, act } = useAction()
  return (
    <div className="thing__more stack stack--20">
      {outcome}
      {family && (
        <div className="row">
          <Button
            look="tertiary"
            size="small"
            iconAfter={ExternalIcon}
            onClick={() => act((say) => openPortal('/log-in', { email: family.email }, say))}
          >
            Open in the portal<span className="sr"> as {family.name}</span>
          </Button>
          <Link className={buttonClass({ look: 'secondary', size: 'small' })} href={messagesOf(family)}>
            Messages<span className="sr"> of {family.name}</span>
          </Link>
        </div>
      )}
      <Actions actions={actions} act={act} />
      {facts && <Facts facts={facts} />}
      {parts?.map((part) => (
        <section className="thing__part stack" key={part.title}>
          <h2 className="row">
            {part.title} <Badges badges={part.badges} />
          </h2>
          {part.facts && <Facts facts={part.facts} />}
          <Lines lines={part.lines} />
          {part.files?.map(({ title, text, path }) => (
            <p className="sm" key={path}>
              {title}:{' '}
              <a href={`/_sandbox/api${path}`} target="_blank">
                {text}
              </a>
            </p>
          ))}
          <Actions actions={part.actions} act={act} />
        </section>
      ))}
      {Object.entries(blocks ?? {}).map(
        ([title, text]) =>
          text !== '' && (
            <section key={title}>
              <h2>{title}</h2>
              <Source title={title}>{text}</Source>
            </section>
          ),
      )}
    </div>
  )
}

type ActionsProps = { actions: ThingAction[] | undefined; act: ReturnType<typeof useAction>['act'] }

function Actions({ actions, act }: ActionsProps) {
  if (!actions || actions.length === 0) return null
  return (
    <div className="thing__actions">
      {actions.map((action) => (
        <ActionForm key={`${action.label} ${action.of}`} action={action} act={act} />
      ))}
    </div>
  )
}

function Lines({ lines }: { lines: Part['lines'] }) {
  return (
    lines && (
      <ol className="thing__attempts">
        {lines.map(({ badge, text, source }) => (
          <li key={`${text} ${source}`}>
            <Badge tone={badge.tone}>{badge.text}</Badge>
            <span>{text}</span>
            <code>{source}</code>
          </li>
        ))}
      </ol>
    )
  )
}
