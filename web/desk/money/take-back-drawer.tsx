import type { AssignedDeposit } from '#contract/staff-money.ts'
import { familyName } from '#domain/family-name.ts'
import { Alert } from '../../ui/alert/alert.tsx'
import { MailIcon } from '../../ui/icon/mail.tsx'
import { UndoIcon } from '../../ui/icon/undo.tsx'
import { useRead } from '../foundation/read.ts'
import { Effect } from '../ui/effect/effect.tsx'
import { money } from '../foundation/format.ts'
import { Loaded } from '../ui/loaded/loaded.tsx'
import { ReasonDrawer } from '../ui/reason/reason-drawer.tsx'
import { balanceRows } from './match-effect.tsx'
import { takeBack } from './take-back.ts'

/** The family that got a deposit was the wrong one. */
export function TakeBackDrawer({ deposit, onClose }: { deposit: AssignedDeposit; onClose: () => void }) {
  const { billerCode, bankReference, amount, shortId } = deposit
  const preview = useRead('GET /api/staff/deposits/:billerCode/:bankReference/take-back', {
    params: { billerCode, bankReference },
  })
  const sum = money(amount, 'AUD')
  const family = familyName(deposit.familyName)
  const whyNot = preview.data?.whyNot ?? null
  return (
    <ReasonDrawer
      title="Take a deposit back"
      lead={`${family}, ${shortId}`}
      onClose={onClose}
      undo="If this was a mistake, match it to the same family again."
      submitLabel={`Take ${sum} back`}
      isDanger
      isSubmitOff={preview.data === undefined || whyNot !== null}
      act={async (reason) => {
        await takeBack(deposit, reason)
        return `${sum} is in suspense again.`
      }}
      rereads={[]}
    >
      <Loaded query={preview} label="Calculating the effect">
        {(effect) =>
          effect.whyNot === null ? (
            <Effect
              rows={balanceRows(family, effect)}
              sentences={[
                {
                  icon: UndoIcon,
                  text: 'The payments it covered are owed again. Both entries stay visible.',
                },
                {
                  icon: MailIcon,
                  text: 'Every member is notified that the receipt is no longer valid.',
                },
              ]}
            />
          ) : (
            <Alert variant="warning" title="It cannot be undone any more">
              {effect.whyNot} Ask an administrator to adjust both accounts.
            </Alert>
          )
        }
      </Loaded>
    </ReasonDrawer>
  )
}
