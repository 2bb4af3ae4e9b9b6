import type { Attending } from '#domain/plan/school-charges.ts'
import { Segmented } from '../../../ui/segmented/segmented.tsx'
import { NativeSelect } from '../../../ui/select/native-select.tsx'

type StudentFieldProps = {
  attending: readonly Attending[]
  /** Two names fit side by side. */
  isSegmented?: boolean
  value: string | null
  error: string | undefined
  onChoose: (enrolmentId: string) => void
}

/** Whom a fee or a discount is for: asked first, because what can be chosen depends on it. */
export function StudentField({ attending, isSegmented = false, value, error, onChoose }: StudentFieldProps) {
  const hint = value === null && error === undefined ? 'Choose a student first.' : undefined
  if (isSegmented && attending.length === 2) {
    return (
      <div className="field">
        <Segmented
          legend="Student"
          isLegendShown
          required
          options={attending.map(({ enrolment }) => ({ value: enrolment.id, label: enrolment.studentName }))}
          value={value}
          onChange={onChoose}
          error={error}
        />
        {hint && <p className="field__hint">{hint}</p>}
      </div>
    )
  }
  return (
    <NativeSelect
      label="Student"
      hint={hint}
      required
      placeholder="Select a student"
      options={attending.map(({ enrolment, level }) => ({
        value: enrolment.id,
        label: `${enrolment.studentName}, ${level}`,
      }))}
      value={value}
      onChange={onChoose}
      error={error}
    />
  )
}
