import type { FlexiblePlan } from '#contract/plan-changes.ts'
import type { Region } from '#domain/region.ts'
import { ButtonLink } from '../../../ui/button/button-link.tsx'
import { PlusIcon } from '../../../ui/icon/plus.tsx'
import { changeAddress } from '../../plan-changes/addresses.ts'
import { switchableOf } from '../../plan-changes/extra/extra-switch.tsx'
import { doneSentence } from '../../plan-changes/extra/extra-words.ts'
import { endOf, moneyOf } from '../../plan-changes/words.ts'
import { ChangeNotice } from './change-notice.tsx'

type ExtraNoticesProps = { region: Region; flexible: FlexiblePlan; year: number | undefined }

/** What the last extra payment has done, while that can be switched, and what is on its way. */
export function ExtraNotices({ region, flexible, year }: ExtraNoticesProps) {
  const change = switchableOf(flexible.changes)
  const { extraOnItsWay = 0 } = flexible
  return (
    <>
      {extraOnItsWay > 0 && (
        <ChangeNotice icon={PlusIcon} title={`${moneyOf(extraOnItsWay, region)} extra is on its way`}>
          The payments below are as they are now. They change when your bank has brought the money, and we
          write to you then.
        </ChangeNotice>
      )}
      {change && (
        <ChangeNotice
          icon={PlusIcon}
          title={`You paid ${moneyOf(change.details.amount, region)} extra`}
          action={
            <ButtonLink
              look="secondary"
              size="small"
              href={changeAddress('extra', { year })}
              aria-label="Switch what your extra payment does"
            >
              Switch
            </ButtonLink>
          }
        >
          {doneSentence(change.details, region)} You can switch this until {endOf(change.switchUntil)}.
        </ChangeNotice>
      )}
    </>
  )
}
