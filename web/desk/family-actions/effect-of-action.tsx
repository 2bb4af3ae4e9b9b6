import type { effectMarks } from '#contract/staff-actions.ts'
import type { ApiError } from '../../api/api-error.ts'
import { Alert } from '../../ui/alert/alert.tsx'
import { BillIcon } from '../../ui/icon/bill.tsx'
import { CalendarIcon } from '../../ui/icon/calendar.tsx'
import { CheckIcon } from '../../ui/icon/check.tsx'
import { ClockIcon } from '../../ui/icon/clock.tsx'
import type { Icon } from '../../ui/icon/icon.tsx'
import { InfoIcon } from '../../ui/icon/info.tsx'
import { LockIcon } from '../../ui/icon/lock.tsx'
import { MailIcon } from '../../ui/icon/mail.tsx'
import { PhoneIcon } from '../../ui/icon/phone.tsx'
import { SchoolIcon } from '../../ui/icon/school.tsx'
import { Bone, Skeleton } from '../../ui/skeleton/skeleton.tsx'
import { failureText } from '../foundation/failure.ts'
import { Effect } from '../ui/effect/effect.tsx'
import { PeopleIcon } from '../ui/icon/people.tsx'
import type { Preview } from './use-preview.ts'

const icons: Record<(typeof effectMarks)[number], Icon> = {
  calendar: CalendarIcon,
  check: CheckIcon,
  clock: ClockIcon,
  info: InfoIcon,
  lock: LockIcon,
  mail: MailIcon,
  people: PeopleIcon,
  phone: PhoneIcon,
  receipt: BillIcon,
  school: SchoolIcon,
}

type EffectOfActionProps = { preview: Preview; refused: ApiError | undefined; isComplete: boolean }

/** What the server says that an action would do; or why it cannot be done. */
export function EffectOfAction({ preview, refused, isComplete }: EffectOfActionProps) {
  if (isComplete && refused && refused.status !== 400) return <Obstacles refused={refused} />
  if (isComplete && preview.error !== undefined && preview.error !== null && !refused)
    return (
      <Alert variant="error" title="The effect could not be calculated">
        {failureText(preview.error)}
      </Alert>
    )
  if (!isComplete || refused)
    return (
      <Effect>
        <p className="muted">Fill in the fields above to see it.</p>
      </Effect>
    )
  if (!preview.shown)
    return (
      <Effect>
        <Skeleton label="Calculating">
          <Bone width="100%" />
          <Bone width="80%" />
        </Skeleton>
      </Effect>
    )
  const { rows, sentences } = preview.shown
  return (
    <div aria-busy={preview.isLoading}>
      <Effect rows={rows} sentences={sentences.map(({ mark, text }) => ({ icon: icons[mark], text }))} />
    </div>
  )
}

const numberWords = ['', 'One thing stands', 'Two things stand', 'Three things stand', 'Four things stand']

function Obstacles({ refused }: { refused: ApiError }) {
  const reasons = Object.values(refused.fields ?? {})
  const title =
    reasons.length === 0
      ? 'This cannot be done'
      : `${numberWords[reasons.length] ?? 'Several things stand'} in the way`
  return (
    <Alert variant="warning" title={title}>
      {reasons.length === 0 ? refused.msg : reasons.join(' ')}
    </Alert>
  )
}
