import type { Care } from '#contract/care.ts'
import type { Region } from '#domain/region.ts'
import { Card } from '../../ui/card/card.tsx'
import { InfoIcon } from '../../ui/icon/info.tsx'
import { LockIcon } from '../../ui/icon/lock.tsx'
import { ShieldIcon } from '../../ui/icon/shield.tsx'
import { formatMoney } from '../../ui/money/money.tsx'
import { weekdayAndDay } from '../plan/day-words.ts'
import '../../ui/notes/notes.css'

/** What happens when the form is sent, and our promises. */
export function CareSteps({ care, region }: { care: Care; region: Region }) {
  return (
    <Card title="What happens next">
      <ol className="when">
        <li className="is-now" aria-current="step">
          <span>
            <b>At once</b>
            <small>{atOnce(care, region)}</small>
          </span>
        </li>
        <li>
          <span>
            <b>By {weekdayAndDay(care.ifSentToday.answerBy)}</b>
            <small>
              You have our answer with a concrete proposal, or one question if something is unclear.
            </small>
          </span>
        </li>
        <li>
          <span>
            <b>Then you decide</b>
            <small>Nothing starts before you accept. If it does not fit, say so and we try again.</small>
          </span>
        </li>
      </ol>
      <CareNotes notes={care.notes} />
    </Card>
  )
}

function atOnce({ coming, retrying, underWay }: Care, region: Region): string {
  const [next] = coming
  const [failed] = retrying
  const [sent] = underWay
  const named = (payment: { amount: number; date: string }) =>
    `the ${formatMoney(payment.amount, region)} of ${weekdayAndDay(payment.date)}`
  const effects = [
    ...(next ? [`${named(next)} is not collected`] : []),
    ...(failed ? [`we stop trying for ${named(failed)}`] : []),
  ]
  const sentence = effects.join(', and ')
  return [
    'We hold your payments.',
    ...(sentence === '' ? [] : [`${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.`]),
    ...(sent ? [`We cannot stop ${named(sent)}: it is with your bank already.`] : []),
  ].join(' ')
}

const icons = [ShieldIcon, LockIcon, InfoIcon]

/** Our promises, in the words that are in force. */
export function CareNotes({ notes }: { notes: readonly string[] }) {
  return (
    <ul className="stack stack--12 care__notes">
      {notes.map((note, index) => {
        const Shape = icons[index] ?? InfoIcon
        return (
          <li className="note" key={note}>
            <Shape />
            <span>{note}</span>
          </li>
        )
      })}
    </ul>
  )
}
