import { Link } from 'wouter'
import type { Conversation } from '#contract/staff-company.ts'
import type { ChatFacts } from '#contract/staff-conversations.ts'
import { Avatar } from '../../ui/avatar/avatar.tsx'
import { Badge } from '../../ui/badge/badge.tsx'
import { Button, buttonClass } from '../../ui/button/button.tsx'
import { ArrowLeftIcon } from '../../ui/icon/arrow-left.tsx'
import { DotsIcon } from '../../ui/icon/dots.tsx'
import { call } from '../foundation/staff-client.ts'
import { useAction } from '../foundation/use-action.ts'
import { usePerson } from '../foundation/session.ts'
import { useShortcuts } from '../foundation/shortcuts.ts'
import { useTake } from '../foundation/use-take.ts'
import { Dialog } from '../ui/dialog/dialog.tsx'
import { moment } from '../foundation/format.ts'
import { Kbd } from '../ui/keys/keys.tsx'
import { Menu } from '../ui/menu/menu.tsx'
import { showDone } from '../foundation/toast.ts'
import { FailureAlert } from '../ui/failure/failure-alert.tsx'
import { tintOf } from './conversation-list.tsx'
import { refreshChats, useChatQueue } from './use-conversations.ts'

type HeadProps = { conversation: Conversation; facts: ChatFacts | undefined }

/** Who writes, whether they wait, and what can be done with the conversation. */
export function TalkHead({ conversation, facts }: HeadProps) {
  const { id, name, waitingSince, closedAt } = conversation
  const closing = useClosing(conversation)
  const taking = useTaking(conversation)
  const close = {
    label: closedAt === null ? 'Close' : 'Reopen',
    run: () => void closing.run(closedAt === null),
  }
  const failure = closing.failure ?? taking.failure
  return (
    <div>
      <div className="inbox__head">
        <Link className="inbox__back" href="/chat">
          <ArrowLeftIcon />
          <span className="sr">All conversations</span>
        </Link>
        <Avatar name={name} size="small" tint={tintOf(id)} />
        <div className="inbox__who">
          <div className="inbox__name">
            <h1>{name}</h1>
            <Lead conversation={conversation} facts={facts} />
          </div>
          {closedAt !== null && <Badge isPlain>Closed</Badge>}
          {waitingSince !== null && <Badge tone="caution">Waiting for a reply</Badge>}
        </div>
        <span className="row hide-narrow inbox__acts">
          <Button look="secondary" isBusy={closing.isBusy} onClick={close.run}>
            {close.label}
          </Button>
          {taking.label !== undefined && (
            <Button look="secondary" isBusy={taking.isBusy} onClick={taking.run}>
              {taking.label} <Kbd>T</Kbd>
            </Button>
          )}
        </span>
        <span className="hide-wide">
          <Menu
            label="More about this conversation"
            isIconOnly
            className={`${buttonClass({ look: 'borderless', size: 'small' })} btn--icon`}
            groups={[
              {
                items: [
                  ...(taking.label === undefined ? [] : [{ label: taking.label, onChoose: taking.run }]),
                  { label: close.label, onChoose: close.run },
                ],
              },
            ]}
          >
            <DotsIcon />
          </Menu>
        </span>
      </div>
      <FailureAlert title="Nothing was changed" failure={failure} />
      {taking.question}
    </div>
  )
}

/** Whose family it is: the way to it on a phone, where its facts do not fit beside. */
function Lead({ conversation: { email, customerId }, facts }: HeadProps) {
  const [family] = facts?.families ?? []
  if (!family) {
    const lead = [email, customerId === null && 'visitor: email address not verified']
    return <div className="xs muted">{lead.filter(Boolean).join(' · ')}</div>
  }
  const lead = [
    '',
    family.shortId,
    facts?.lastSeenAt && `logged in ${moment(facts.lastSeenAt, family.region)}`,
  ]
  return (
    <div className="xs muted">
      <Link className="inbox__family" href={`/families/${family.accountId}`}>
        {family.familyName} family
      </Link>
      {lead.filter((part) => part !== null && part !== undefined).join(' · ')}
    </div>
  )
}

function useClosing({ id, name }: Conversation) {
  return useAction(async (isClosed: boolean) => {
    const change = (to: 'close' | 'reopen') =>
      call(`POST /api/staff/conversations/:conversationId/${to}`, {
        params: { conversationId: id },
        body: { reason: to === 'close' ? 'No reply needed' : 'Reply needed' },
      })
    await change(isClosed ? 'close' : 'reopen')
    await refreshChats()
    if (isClosed) {
      showDone(`Closed: ${name}. A new message reopens it.`, async () => {
        await change('reopen')
        await refreshChats()
      })
    }
  })
}

/** Colleagues see who has a conversation. */
function useTaking({ id, waitingSince }: Conversation) {
  const { id: myId } = usePerson()
  const queue = useChatQueue()
  const item = waitingSince === null ? undefined : queue.data?.items.find((each) => each.id === id)
  const taking = useTake()
  const run = () => item && taking.take(item)
  useShortcuts([{ keys: 't', label: 'Take or release', run, isOff: item === undefined }])
  const label =
    item &&
    (item.takenBy === null
      ? 'Take'
      : item.takenBy.staffId === myId
        ? 'Release'
        : `${item.takenBy.name} has it`)
  const question = taking.asked && (
    <Dialog
      title={`${taking.asked.name} has this`}
      onClose={taking.cancel}
      foot={<Button onClick={taking.takeOver}>Take over</Button>}
    >
      <p>{`If you take over, ${taking.asked.name} sees that it is yours. Talk to them first: they may be writing a reply.`}</p>
    </Dialog>
  )
  return { label, run, isBusy: taking.isBusy, failure: taking.failure, question }
}
