import { Link } from 'wouter'
import type { FlexiblePlan, PlanChange } from '#contract/plan-changes.ts'
import { formatDate } from '#domain/calendar/calendar.ts'
import { frequencyWord } from '#domain/plan/payment-schedule.ts'
import type { Region } from '#domain/region.ts'
import { ButtonLink } from '../../../ui/button/button-link.tsx'
import { HeartIcon } from '../../../ui/icon/heart.tsx'
import { changeAddress } from '../../plan-changes/addresses.ts'
import { moneyOf } from '../../plan-changes/words.ts'
import { ChangeNotice } from './change-notice.tsx'

type Arrangement = Extract<PlanChange['details'], { kind: 'Arrangement' }>
type ArrangementNoticeProps = { region: Region; flexible: FlexiblePlan; year: number | undefined }

export const isArranged = (flexible: FlexiblePlan) => arrangementOf(flexible) !== undefined

function arrangementOf({ changes }: FlexiblePlan): Arrangement | undefined {
  return changes
    .filter(({ status }) => status === 'Made')
    .map(({ details }) => details)
    .find((details): details is Arrangement => details.kind === 'Arrangement')
}

/** The arrangement under which a family pays now. It is changed by telling us. */
export function ArrangementNotice({ region, flexible, year }: ArrangementNoticeProps) {
  const details = arrangementOf(flexible)
  if (!details) return null
  const { lower, later } = details
  const each = frequencyWord(flexible.rhythm.frequency).toLowerCase()
  const first =
    lower.amount === 0
      ? `Nothing is collected until ${formatDate(lower.until)}`
      : `${moneyOf(lower.amount, region)} ${each} until ${formatDate(lower.until)}`
  return (
    <ChangeNotice
      icon={HeartIcon}
      title="Your payments are as we agreed"
      action={
        <ButtonLink look="secondary" size="small" href={changeAddress('help', { year })}>
          Something changed
        </ButtonLink>
      }
    >
      {first}, then {moneyOf(later.each, region)} {each} until {formatDate(later.lastOn)}.{' '}
      <Link href="/">See what we agreed</Link>
    </ChangeNotice>
  )
}
