import { useTranslations } from 'use-intl'
import type { Cells, HeldRow } from '../../../../contract/organisation/invitation-lists.ts'
import type { useAct } from '../../../queries/use-act.ts'
import { useQuery } from '../../../queries/use-query.ts'
import { Sheet } from '../../../ui/sheet/sheet.tsx'
import { useTyped } from '../../../user/use-typed.ts'
import { CheckedForm } from '../../frame/checked-form/checked-form.tsx'
import { Problem } from '../../frame/problem.tsx'
import { mentorsQuery } from '../../mentors-query.ts'

type Props = {
  id: string
  row: HeldRow
  act: ReturnType<typeof useAct>
  onClose(): void
  onSubmit(cells: Cells): void
}

/** A sheet with the cells of a row, to be corrected. */
export function CorrectRow({ id, row, act, onClose, onSubmit }: Props) {
  const t = useTranslations('invite.list')
  const mentors = useQuery(mentorsQuery)
  const [cells, setCells] = useTyped<Cells>(`row ${id} ${row.number}`, {
    phone: row.phone,
    name: row.name,
    mentor: row.mentor,
  })
  return (
    <Sheet isLoose title={t('correctTitle', { number: row.number })} isBusy={act.isBusy} onClose={onClose}>
      <CheckedForm onSubmit={() => onSubmit(cells)}>
        {(isOfMentor(row) ? (['phone', 'name'] as const) : (['phone', 'name', 'mentor'] as const)).map(cell => (
          <label className="field" key={cell}>
            <b>{t(cell)}</b>
            <input
              className="input"
              dir={cell === 'phone' ? 'ltr' : 'auto'}
              autoComplete="off"
              list={cell === 'mentor' ? 'mentors' : undefined}
              maxLength={100}
              value={cells[cell]}
              onChange={({ target }) => setCells({ ...cells, [cell]: target.value })}
            />
          </label>
        ))}
        <datalist id="mentors">
          {mentors.data
            ?.filter(({ isActive }) => isActive)
            .map(({ id, name }) => (
              <option key={id} value={name} />
            ))}
        </datalist>
        <Problem of={act} />
        <button className="btn wide" type="submit" aria-busy={act.isBusy}>
          {t('correct')}
        </button>
      </CheckedForm>
    </Sheet>
  )
}

/** Whether the mistake is the mentor, who is missing or unknown, or whose name several mentors have. */
export function isOfMentor({ reason }: HeldRow): boolean {
  return reason.startsWith('mentor-')
}
