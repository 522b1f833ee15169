import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { MAX_CHOSEN } from '../../../../contract/organisation/mentors.ts'
import type { ListedPerson } from '../../../../contract/organisation/people.ts'
import { useFocusAfter } from '../../../ui/focus-arrival.ts'
import { MoveDialog } from '../move-dialog.tsx'

/** The mentors of the chosen learners, by uid. */
type Mentors = ReadonlyMap<string, number | undefined>
export type ChosenLearners = ReturnType<typeof useChosen>

/** A mentor is nobody's learner. */
export const isNotMentor = (person: ListedPerson) => person.mentorId === null

/** Learners that are chosen in the list. They stay chosen while other people are looked for. */
export function useChosen() {
  const [mentors, setMentors] = useState<Mentors>()
  const choose = (people: readonly ListedPerson[]) => {
    const added = people.filter(isNotMentor).map(({ uid, mentor }) => [uid, mentor?.id] as const)
    setMentors(before => new Map([...(before ?? []), ...added].slice(0, MAX_CHOSEN)))
  }
  return {
    isOn: mentors !== undefined,
    mentors: mentors ?? new Map<string, number | undefined>(),
    begin: () => setMentors(new Map()),
    end: () => setMentors(undefined),
    choose,
    toggle: (person: ListedPerson) =>
      mentors?.has(person.uid)
        ? setMentors(new Map([...mentors].filter(([uid]) => uid !== person.uid)))
        : choose([person]),
  }
}

/** `shown`: undefined until the list has loaded. */
type Props = { chosen: ChosenLearners; shown: readonly ListedPerson[] | undefined; onMoved(): void }

/** Shows how many are chosen, with the acts for them. */
export function ChosenBar({ chosen, shown, onMoved }: Props) {
  const t = useTranslations('people')
  const [isMoving, setIsMoving] = useState(false)
  const { mentors } = chosen
  // This bar replaces the button that had the focus, so the box of the first learner gets the focus.
  useEffect(() => document.querySelector<HTMLElement>('.pick input')?.focus(), [])
  useFocusAfter()
  const elsewhere = shown ? mentors.size - shown.filter(({ uid }) => mentors.has(uid)).length : 0
  const left = (shown ?? []).filter(person => isNotMentor(person) && !mentors.has(person.uid))
  return (
    <section className="chosen-bar" aria-label={t('choose')}>
      <div className="row">
        <p role="status">
          {t('chosen', { count: mentors.size })}
          {elsewhere > 0 && <span className="meta block">{t('chosenElsewhere', { count: elsewhere })}</span>}
        </p>
        <button className="btn quiet small" type="button" onClick={chosen.end}>
          {t('cancel')}
        </button>
      </div>
      <div className="row">
        <button
          className="btn small"
          type="button"
          disabled={mentors.size === 0}
          aria-haspopup="dialog"
          onClick={() => setIsMoving(true)}
        >
          {t('move')}
        </button>
        {left.length > 0 && mentors.size < MAX_CHOSEN && (
          <button className="btn second small" type="button" onClick={() => chosen.choose(left)}>
            {t('chooseShown')}
          </button>
        )}
      </div>
      {isMoving && (
        <MoveDialog
          uids={[...mentors.keys()]}
          seen={[...new Set(mentors.values())].map(id => id ?? null)}
          count={mentors.size}
          onClose={isMoved => {
            setIsMoving(false)
            if (!isMoved) return
            chosen.end()
            onMoved()
          }}
        />
      )}
    </section>
  )
}
