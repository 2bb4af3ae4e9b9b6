import type { ReactNode } from 'react'
import { Link } from 'wouter'
import type { ConversationLine } from '#contract/staff-company.ts'
import { dateIn } from '#domain/calendar/calendar.ts'
import { Avatar } from '../../ui/avatar/avatar.tsx'
import { Button } from '../../ui/button/button.tsx'
import { NativeSelect } from '../../ui/select/native-select.tsx'
import { Bone } from '../../ui/skeleton/skeleton.tsx'
import { useNow } from '../foundation/clock.ts'
import { usePerson } from '../foundation/session.ts'
import { dueText } from '../foundation/due-text.ts'
import '../today/queue.css'
import { Due } from '../ui/due/due.tsx'
import { age, moment } from '../foundation/format.ts'
import { Loaded } from '../ui/loaded/loaded.tsx'
import type { Shown, useConversations, WaitingChat } from './use-conversations.ts'

type ListProps = {
  conversations: ReturnType<typeof useConversations>
  current: string | undefined
  shown: Shown
  onShow: (shown: Shown) => void
}

/** The longest waiting first; below, those that were answered. */
export function ConversationList({ conversations, current, shown, onShow }: ListProps) {
  const { waiting, queue, chats, answered, count, more } = conversations
  const today = dateIn('AU', useNow())
  const isToday = ({ last }: ConversationLine) => dateIn('AU', new Date(last.sentAt)) === today
  const groups = [
    { title: 'Answered today', lines: answered.filter(isToday) },
    { title: 'Answered earlier', lines: shown === 'All' ? answered.filter((line) => !isToday(line)) : [] },
  ]
  return (
    <section className="inbox__list" aria-label="Conversations">
      <div className="inbox__head inbox__head--list">
        <h2>Conversations</h2>
        <NativeSelect<Shown>
          label="Show"
          isLabelHidden
          value={shown}
          options={[
            { value: 'Waiting', label: waiting.data ? `Waiting ${count}` : 'Waiting' },
            { value: 'Mine', label: 'Mine' },
            { value: 'All', label: 'All' },
          ]}
          onChange={onShow}
        />
      </div>
      <Loaded query={waiting} waitsFor={[queue]} label="Loading the conversations" skeleton={<ListBones />}>
        {() => (
          <>
            {chats.length === 0 && (
              <p className="inbox__empty muted">
                {shown === 'Mine'
                  ? 'You have no conversations.'
                  : 'No conversations are waiting for a reply.'}
              </p>
            )}
            {chats.map((chat) => (
              <WaitingLine key={chat.id} chat={chat} isCurrent={chat.id === current} />
            ))}
            {groups.map(
              ({ title, lines }) =>
                lines.length > 0 && (
                  <div key={title}>
                    <div className="queue__group">
                      <h3>{title}</h3>
                      <span>{lines.length}</span>
                    </div>
                    {lines.map((line) => (
                      <AnsweredLine key={line.id} line={line} isCurrent={line.id === current} />
                    ))}
                  </div>
                ),
            )}
            {shown === 'All' && more && (
              <div className="inbox__empty">
                <Button look="secondary" size="small" onClick={more}>
                  Show older
                </Button>
              </div>
            )}
          </>
        )}
      </Loaded>
    </section>
  )
}

function ListBones() {
  return [0, 1, 2, 3].map((index) => (
    <div className="convo convo--bones" key={index}>
      <Bone width="30px" height={30} round />
      <Bone width="50%" height={14} />
      <p>
        <Bone width="90%" height={12} />
      </p>
    </div>
  ))
}

const tints = ['pink', 'blue', 'gold', 'iris', 'green'] as const
/** The same colour for the same person. */
export const tintOf = (id: string) => tints[Number.parseInt(id.slice(-2), 16) % tints.length] ?? 'green'

type LineProps = { line: ConversationLine; isCurrent: boolean; time: string; text: string; due?: ReactNode }

function Line({ line: { id, name }, isCurrent, time, text, due }: LineProps) {
  return (
    <Link className="convo" href={`/chat/${id}`} aria-current={isCurrent || undefined}>
      <Avatar name={name} size="small" tint={tintOf(id)} />
      <b title={name}>{name}</b>
      <time>{time}</time>
      <p>{text}</p>
      {due}
    </Link>
  )
}

function WaitingLine({ chat, isCurrent }: { chat: WaitingChat; isCurrent: boolean }) {
  const now = useNow()
  const { id: myId } = usePerson()
  const { item, waitingSince, last } = chat
  const due = item && dueText(item, now)
  const taker =
    item?.takenBy && (item.takenBy.staffId === myId ? 'yours' : `${item.takenBy.name.split(' ')[0]} has it`)
  const dueLine = due && (
    <span className="convo__due">
      <Due state={due.state}>{[due.text, taker].filter(Boolean).join(' · ')}</Due>
    </span>
  )
  const time = waitingSince ? age(waitingSince, now) : ''
  return <Line line={chat} isCurrent={isCurrent} time={time} text={last.text} due={dueLine} />
}

function AnsweredLine({ line, isCurrent }: { line: ConversationLine; isCurrent: boolean }) {
  const { name } = usePerson()
  const { last } = line
  const author = last.name === name ? 'You' : last.name.split(' ')[0]
  return (
    <Line line={line} isCurrent={isCurrent} time={moment(last.sentAt)} text={`${author}: ${last.text}`} />
  )
}
