import type { Overview } from '#contract/overview.ts'
import { Card } from '../../ui/card/card.tsx'
import { Avatar } from '../../ui/avatar/avatar.tsx'
import { tintOf } from './student-tint.ts'
import '../../ui/list-rows/list-rows.css'

export function StudentsCard({ students }: { students: Overview['students'] }) {
  return (
    <Card title="Students" className="card--rows">
      <ul className="rows">
        {students.map((student) => (
          <li key={`${student.name} ${student.institution}`}>
            <Avatar name={student.name} tint={tintOf(student.name, students)} />
            <span className="rowtext">
              <b>{student.name}</b>
              <small>
                {student.yearLevel} · {student.institution}
              </small>
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
