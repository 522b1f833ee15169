import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { type Cells, correctInvitationRow, type HeldRow } from '../../../../contract/organisation/invitation-lists.ts'
import { call } from '../../../api.ts'
import { isolated } from '../../../i18n/isolated.ts'
import { useAct } from '../../../queries/use-act.ts'
import { useFocusAfter } from '../../../ui/focus-arrival.ts'
import { Problem } from '../../frame/problem.tsx'
import { ChooseMentor } from './choose-mentor.tsx'
import { CorrectRow, isOfMentor } from './correct-row.tsx'
import type { KnownRow } from './list-memory.ts'
import { saveCsv } from './save-csv.ts'

type Props = { id: string; rows: readonly KnownRow[]; onCorrected(number: number, left: KnownRow | null): void }

const SHOWN = 100
const NO_MISTAKES = ['here', 'elsewhere', 'twice', 'invited']

/** The rows with a mistake, each with its reason and a way to correct it; and a file of all that are not ready. */
export function HeldRows({ id, rows, onCorrected }: Props) {
  const t = useTranslations('invite.list')
  const people = useTranslations('people')
  const act = useAct()
  const [asked, setAsked] = useState<KnownRow>()
  const [chooses, setChooses] = useState<KnownRow>()
  const mistakes = rows.filter(({ reason }) => !NO_MISTAKES.includes(reason))
  const focusNext = useFocusNext(mistakes.length)
  useFocusAfter()

  async function correct({ number, ...before }: KnownRow, change: Partial<Cells> & { mentorId?: number }) {
    const { phone, name, mentor } = { ...before, ...change }
    // Two mentors can have the same name, so the chosen mentor counts until another name is written.
    const mentorId = change.mentorId ?? (mentor === before.mentor ? before.mentorId : undefined)
    const body = { number, phone, name, mentor, ...(mentorId !== undefined && { mentorId }) }
    const done = await act.make(() => call(correctInvitationRow, { params: { id }, body }))
    if (!done) return
    setAsked(undefined)
    setChooses(undefined)
    const { held } = done.data
    focusNext.after(mistakes.findIndex(row => row.number === number))
    onCorrected(number, held && { ...held, mentorId })
  }

  function close(sheet: (row: undefined) => void) {
    act.clear()
    sheet(undefined)
  }

  function saveRest() {
    const table = rows.map(({ name, phone, mentor, reason }) => [name, phone, mentor, t(`reasons.${reason}`)])
    saveCsv(t('restFile'), [[t('name'), t('phone'), t('mentor'), t('reason')], ...table])
  }

  return (
    <section className="card stack" ref={focusNext.card}>
      {mistakes.length > 0 && <h2>{t('mistakes', { count: mistakes.length })}</h2>}
      <ul className="list-errors">
        {mistakes.slice(0, SHOWN).map(row => (
          <li key={row.number}>
            <p>
              <b>{t('row', { number: row.number })}</b>
              {t('comma')}
              {t(`reasons.${row.reason}`)}
            </p>
            <p className="meta">
              <CellsOf row={row} />
            </p>
            <div className="row">
              {row.guess && (
                <button
                  className="btn second small"
                  type="button"
                  aria-busy={act.isBusy}
                  onClick={() => row.guess && void correct(row, { [row.guess.cell]: row.guess.text })}
                >
                  {t('useGuess', { guess: isolated(row.guess.text) })}
                </button>
              )}
              {isOfMentor(row) && (
                <button className="btn second small" type="button" onClick={() => setChooses(row)}>
                  {t('chooseMentor')}
                </button>
              )}
              <button className="btn quiet small" type="button" onClick={() => setAsked(row)}>
                {t('correct')}
              </button>
            </div>
          </li>
        ))}
      </ul>
      {mistakes.length > SHOWN && <p className="meta">{people('shown', { shown: SHOWN, total: mistakes.length })}</p>}
      {!asked && !chooses && <Problem of={act} />}
      <button className="btn second wide" type="button" onClick={saveRest}>
        {t('rest')}
      </button>
      {chooses && (
        <ChooseMentor
          number={chooses.number}
          act={act}
          onClose={() => close(setChooses)}
          onChoose={({ id, name }) => void correct(chooses, { mentorId: id, mentor: name })}
        />
      )}
      {asked && (
        <CorrectRow
          id={id}
          row={asked}
          act={act}
          onClose={() => close(setAsked)}
          onSubmit={cells => void correct(asked, cells)}
        />
      )}
    </section>
  )
}

/** The button that had the focus disappears with its row, so the button of the next row gets the focus. */
function useFocusNext(count: number) {
  const card = useRef<HTMLElement>(null)
  const corrected = useRef<number>(undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when a row is gone.
  useEffect(() => {
    if (corrected.current === undefined || document.activeElement !== document.body) return
    const rows = card.current?.querySelectorAll('li') ?? []
    const next = rows[Math.min(corrected.current, rows.length - 1)] ?? card.current
    next?.querySelector('button')?.focus()
  }, [count])
  return {
    card,
    after(index: number) {
      corrected.current = index
    },
  }
}

/** The cells of a row. The cell with the mistake is marked. */
function CellsOf({ row }: { row: HeldRow }) {
  const t = useTranslations('invite.list')
  const wrong = row.reason.split('-')[0]
  const cells = (['name', 'phone', 'mentor'] as const).filter(cell => row[cell] !== '')
  return cells.map((cell, index) => (
    <span key={cell}>
      {index > 0 && t('comma')}
      {cell === wrong ? (
        <mark>
          <bdi>{row[cell]}</bdi>
        </mark>
      ) : (
        <bdi>{row[cell]}</bdi>
      )}
    </span>
  ))
}
