import { Link } from 'wouter'
import type { Conversation } from '#contract/staff-company.ts'
import type { ChatFacts } from '#contract/staff-conversations.ts'
import { Alert } from '../../ui/alert/alert.tsx'
import { Avatar } from '../../ui/avatar/avatar.tsx'
import { Badge } from '../../ui/badge/badge.tsx'
import { Button } from '../../ui/button/button.tsx'
import { ArrowLeftIcon } from '../../ui/icon/arrow-left.tsx'
import { refresh, useRead } from '../api/read.ts'
import { call } from '../api/staff-client.ts'
import { useAction } from '../api/use-action.ts'
import { useNow } from '../app/clock.ts'
import { usePerson } from '../app/session.ts'
import { useShortcuts } from '../app/shortcuts.ts'
import { useTake } from '../today/use-take.ts'
import { Dialog } from '../ui/dialog/dialog.tsx'
import { moment } from '../ui/format.ts'
import { Kbd } from '../ui/keys/keys.tsx'
import { showDone } from '../ui/toast/toast.ts'
import { ChatComposer } from './chat-composer.tsx'
import { tintOf } from './conversation-list.tsx'
import { talkItems } from './talk-items.ts'

type TalkProps = {
  conversation: Conversation
  facts: ChatFacts | undefined
  draft: string
  onDraft: (text: string) => void
}

/** What was said, and our answer. */
export function ChatTalk({ conversation, facts, draft, onDraft }: TalkProps) {
  const now = useNow()
  const region = facts?.families[0]?.region ?? 'AU'
  const items = talkItems(conversation.messages, facts?.notices ?? [], { region, now })
  return (
    <>
      <TalkHead conversation={conversation} facts={facts} />
      {/* Scrolled with the keyboard too. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className="talk" tabIndex={0} role="log" aria-label="Messages">
        <div className="talk__list">
          {items.map((item) =>
            item.kind === 'message' ? (
              <Bubble key={item.id} message={item.message} time={timeOf(item.message.sentAt, region)} />
            ) : (
              <span key={item.id} className="talk__day">
                {item.kind === 'day' ? item.text : `${timeOf(item.at, region)} · We wrote: ${item.text}`}
              </span>
            ),
          )}
        </div>
      </div>
      <ChatComposer
        conversation={conversation}
        families={facts?.families ?? []}
        draft={draft}
        onDraft={onDraft}
      />
    </>
  )
}

const timeOf = (instant: string, region: 'AU' | 'UK') => moment(instant, region).split(', ')[1] ?? ''

function Bubble({ message, time }: { message: Conversation['messages'][number]; time: string }) {
  const isOurs = message.author === 'Staff'
  return (
    <div className={isOurs ? 'bubble bubble--us' : 'bubble'}>
      <span className="sr">{`${message.name} wrote: `}</span>
      {message.text}
      {message.about !== null && <small>{`About: ${message.about}`}</small>}
      <small>{isOurs ? `${message.name.split(' ')[0]} · ${time} · also by mail` : time}</small>
    </div>
  )
}

function TalkHead({ conversation, facts }: Pick<TalkProps, 'conversation' | 'facts'>) {
  const { id, name, email, customerId, waitingSince, closedAt } = conversation
  const [family] = facts?.families ?? []
  const lead = family
    ? [
        `${family.familyName} family`,
        family.shortId,
        facts?.lastSeenAt && `logged in ${moment(facts.lastSeenAt, family.region)}`,
      ]
    : [email, customerId === null && 'a visitor: nobody has proved that this is their address']
  const closing = useAction(async (isClosed: boolean) => {
    const path = isClosed ? 'close' : 'reopen'
    const change = (to: 'close' | 'reopen') =>
      call(`POST /api/staff/conversations/:conversationId/${to}`, {
        params: { conversationId: id },
        body: { reason: to === 'close' ? 'It needs no answer' : 'It needs an answer' },
      })
    await change(path)
    await refreshChats()
    if (isClosed) {
      showDone(`Closed: ${name}. What they write next opens it again.`, async () => {
        await change('reopen')
        await refreshChats()
      })
    }
  })
  return (
    <div>
      <div className="inbox__head">
        <Link className="inbox__back" href="/chat">
          <ArrowLeftIcon />
          <span className="sr">All conversations</span>
        </Link>
        <Avatar name={name} size="small" tint={tintOf(id)} />
        <div className="inbox__who">
          <h1>{name}</h1>
          <div className="xs muted">{lead.filter(Boolean).join(' · ')}</div>
        </div>
        {closedAt !== null && <Badge isPlain>Closed</Badge>}
        {waitingSince !== null && <Badge tone="caution">Waits for an answer</Badge>}
        <span className="row hide-narrow">
          <Button
            look="secondary"
            isBusy={closing.isBusy}
            onClick={() => void closing.run(closedAt === null)}
          >
            {closedAt === null ? 'Close' : 'Reopen'}
          </Button>
          {waitingSince !== null && <TakeButton conversationId={id} />}
        </span>
      </div>
      {closing.failure !== undefined && (
        <Alert variant="error" title="It was not changed">
          {closing.failure}
        </Alert>
      )}
    </div>
  )
}

const refreshChats = () =>
  refresh(
    'GET /api/staff/conversations',
    'GET /api/staff/conversations/:conversationId',
    'GET /api/staff/queue',
  )

/** Colleagues see who has a conversation. */
function TakeButton({ conversationId }: { conversationId: string }) {
  const { id: myId } = usePerson()
  const queue = useRead('GET /api/staff/queue', { query: { kind: 'Chat', limit: '500' } })
  const item = queue.data?.items.find(({ id }) => id === conversationId)
  const taking = useTake()
  useShortcuts([
    {
      keys: 't',
      label: 'Take it, or give it back',
      run: () => item && taking.take(item),
      isOff: item === undefined,
    },
  ])
  if (!item) return null
  const label =
    item.takenBy === null
      ? 'Take it'
      : item.takenBy.staffId === myId
        ? 'Give it back'
        : `${item.takenBy.name} has it`
  return (
    <>
      <Button look="secondary" isBusy={taking.isBusy} onClick={() => taking.take(item)}>
        {label} <Kbd>T</Kbd>
      </Button>
      {taking.asked && (
        <Dialog
          title={`${taking.asked.name} has this`}
          onClose={taking.cancel}
          foot={<Button onClick={taking.takeOver}>Take it over</Button>}
        >
          <p>{`If you take it over, ${taking.asked.name} sees that it is yours. Talk to them first: they may be writing an answer.`}</p>
        </Dialog>
      )}
    </>
  )
}
