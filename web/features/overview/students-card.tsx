import type { Overview } from '#contract/overview.ts'
import { Avatar } from '../../ui/avatar/avatar.tsx'
import { tintOf } from './student-tint.ts'
import '../../ui/card/card.css'
import '../../ui/list-rows/list-rows.css'

export function StudentsCard({ students }: { students: Overview['students'] }) {
  return (
    <section className="card" aria-labelledby="students">
      <div className="card__head students__head">
        <h2 id="students">Students</h2>
      </div>
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
    </section>
  )
}
