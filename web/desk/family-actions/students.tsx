import type { StaffEnrolment } from '#contract/staff-accounts.ts'
import type { CalendarDate } from '#domain/calendar/calendar.ts'
import { DateInput } from '../../ui/date-input/date-input.tsx'
import { NativeSelect } from '../../ui/select/native-select.tsx'
import { TextInput } from '../../ui/text-input/text-input.tsx'
import { Columns } from '../ui/field-group/field-group.tsx'
import { action, type FormProps } from './action.ts'
import { changesOf } from './fields.tsx'

type Student = {
  firstName: string
  lastName: string
  startYear: string
  startYearLevel: string
  joinedOn: CalendarDate | null
}

function StudentFields({ text, field }: Pick<FormProps<Student>, 'text' | 'field'>) {
  return (
    <>
      <Columns size={6}>
        <TextInput label="First name" required maxLength={100} autoComplete="off" {...text('firstName')} />
        <TextInput label="Last name" required maxLength={100} autoComplete="off" {...text('lastName')} />
      </Columns>
      <Columns size={4}>
        <TextInput label="First year" required inputMode="numeric" maxLength={4} {...text('startYear')} />
        <TextInput label="Level in that year" required maxLength={40} {...text('startYearLevel')} />
        <DateInput label="Pays through Larkwell since" {...field('joinedOn')} />
      </Columns>
    </>
  )
}

const isComplete = ({ firstName, lastName, startYear, startYearLevel }: Student) =>
  firstName.trim() !== '' &&
  lastName.trim() !== '' &&
  /^20\d\d$/.test(startYear) &&
  startYearLevel.trim() !== ''

const sentOf = ({ firstName, lastName, startYear, startYearLevel }: Student) => ({
  firstName: firstName.trim(),
  lastName: lastName.trim(),
  startYear: Number(startYear),
  startYearLevel: startYearLevel.trim(),
})

export const addStudent = action<Student>({
  title: 'Enrol a student',
  begin: () => ({ firstName: '', lastName: '', startYear: '', startYearLevel: '', joinedOn: null }),
  Form: (props) => (
    <div className="fields">
      <StudentFields {...props} />
    </div>
  ),
  command: (draft) =>
    isComplete(draft)
      ? {
          call: 'POST /api/staff/accounts/:accountId/students',
          body: {
            ...sentOf(draft),
            ...(draft.joinedOn && { joinedOn: draft.joinedOn }),
          },
        }
      : undefined,
  submitLabel: ({ firstName }) => (firstName.trim() ? `Enrol ${firstName.trim()}` : 'Enrol the student'),
})

type Changed = Student & { enrolmentId: string }

const fieldsOf = (enrolment: StaffEnrolment | undefined): Changed => ({
  enrolmentId: enrolment?.id ?? '',
  firstName: enrolment?.firstName ?? '',
  lastName: enrolment?.lastName ?? '',
  startYear: enrolment ? String(enrolment.startYear) : '',
  startYearLevel: enrolment?.startYearLevel ?? '',
  joinedOn: (enrolment?.joinedOn ?? null) as CalendarDate | null,
})

export const changeEnrolment = action<Changed>({
  title: 'Change an enrolment',
  begin: ({ enrolments }, params) =>
    fieldsOf(enrolments.find(({ id }) => id === params.get('enrolmentId')) ?? enrolments[0]),
  Form: (props) => {
    const { account, draft, set } = props
    return (
      <div className="fields">
        <NativeSelect
          label="Student"
          options={account.enrolments.map(({ id, firstName, lastName, institutionName }) => ({
            value: id,
            label: `${firstName} ${lastName} · ${institutionName}`,
          }))}
          value={draft.enrolmentId}
          onChange={(chosen) => set(fieldsOf(account.enrolments.find(({ id }) => id === chosen)))}
        />
        <StudentFields {...props} />
      </div>
    )
  },
  command: (draft, { enrolments }) => {
    const before = fieldsOf(enrolments.find((each) => each.id === draft.enrolmentId))
    if (!isComplete(draft) || draft.enrolmentId === '') return undefined
    const body = changesOf(
      { ...sentOf(before), joinedOn: before.joinedOn },
      { ...sentOf(draft), joinedOn: draft.joinedOn },
    )
    return (
      body && {
        call: 'PUT /api/staff/accounts/:accountId/enrolments/:enrolmentId',
        params: { enrolmentId: draft.enrolmentId },
        body,
      }
    )
  },
  submitLabel: () => 'Change the enrolment',
})
