import { useState } from 'react'
import { Button } from '../../ui/button/button.tsx'
import { NativeSelect } from '../../ui/select/native-select.tsx'
import { TextInput } from '../../ui/text-input/text-input.tsx'
import { bindText } from '../foundation/draft.ts'
import { call } from '../foundation/staff-client.ts'
import { useAction } from '../foundation/use-action.ts'
import { Columns } from '../ui/field-group/field-group.tsx'
import { action, type FormProps } from './action.ts'

type Share = { accountId: string; shortId: string; percent: string }
type Draft = { studentId: string; shares: Share[] }

function Form({ account, draft, set, errors, field }: FormProps<Draft>) {
  const [shortId, setShortId] = useState('')
  const { shares } = draft
  const find = useAction(async () => {
    const [found] = await call('GET /api/staff/accounts', { query: { shortId: shortId.trim() } })
    if (!found || shares.some(({ accountId }) => accountId === found.id)) return
    set({ shares: [...shares, { accountId: found.id, shortId: found.shortId, percent: '' }] })
    setShortId('')
  })
  const students = new Map(
    account.enrolments.map(({ studentId, firstName, lastName }) => [studentId, `${firstName} ${lastName}`]),
  )
  return (
    <div className="fields">
      <NativeSelect
        label="Student"
        options={[...students].map(([value, label]) => ({ value, label }))}
        {...field('studentId')}
      />
      <Columns size={6}>
        {shares.map((share, index) => (
          <TextInput
            key={share.accountId}
            label={`Share of ${share.shortId}`}
            suffix="%"
            inputMode="decimal"
            maxLength={6}
            value={share.percent}
            onChange={(event) =>
              set({ shares: shares.with(index, { ...share, percent: event.currentTarget.value }) })
            }
            error={errors['shares']}
          />
        ))}
      </Columns>
      <Columns size={8}>
        <TextInput
          label="Another account that pays a share"
          hint="Short ID, such as LW12345"
          maxLength={30}
          {...bindText(shortId, setShortId)}
          error={find.failure}
        />
      </Columns>
      <Columns size={4}>
        <Button
          look="secondary"
          size="small"
          isBusy={find.isBusy}
          disabled={shortId.trim() === ''}
          onClick={() => void find.run()}
        >
          Add account
        </Button>
      </Columns>
    </div>
  )
}

const percentIn = (text: string) => (/^\d{1,3}(\.\d{1,2})?$/.test(text.trim()) ? Number(text) : 0)

export const shareFees = action<Draft>({
  title: 'Share the fees of a student',
  begin: ({ id, shortId, enrolments }, params) => {
    const requestedId = params.get('studentId')
    const enrolment = enrolments.find(({ studentId }) => studentId === requestedId) ?? enrolments[0]
    return {
      studentId: enrolment?.studentId ?? '',
      shares: [{ accountId: id, shortId, percent: enrolment ? String(enrolment.percent) : '100' }],
    }
  },
  Form,
  command: ({ studentId, shares }, { id }) => {
    const percents = shares.map(({ accountId, percent }) => ({ accountId, percent: percentIn(percent) }))
    const sum = percents.reduce((total, { percent }) => total + Math.round(percent * 100), 0)
    if (studentId === '' || sum !== 10_000 || percents.some(({ percent }) => percent <= 0)) return undefined
    return {
      call: 'PUT /api/staff/students/:studentId/shares',
      params: { studentId },
      body: { shares: percents, remainderAccountId: id },
    }
  },
  submitLabel: () => 'Share the fees',
})
