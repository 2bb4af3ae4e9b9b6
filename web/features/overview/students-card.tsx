import type { Overview } from '#contract/overview.ts'
import { Avatar } from '../../ui/avatar/avatar.tsx'
import '../../ui/card/card.css'
import '../../ui/list-rows/list-rows.css'

const tints = ['blue', 'pink', 'gold', 'iris', 'green'] as const

export function StudentsCard({ students }: { students: Overview['students'] }) {
  return (
    <section className="card" aria-labelledby="students">
      <div className="card__head students__head">
        <h2 id="students">Students</h2>
      </div>
      <ul className="rows">
        {students.map((student, index) => (
          <li key={`${student.name} ${student.institution}`}>
            <Avatar name={student.name} tint={tints[index % tints.length]} />
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
