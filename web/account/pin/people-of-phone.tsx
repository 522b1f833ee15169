import { useState, useSyncExternalStore } from 'react'
import { useTranslations } from 'use-intl'
import { onPeopleChange, peopleOnPhone } from '../../shared-phone/people.ts'
import { addSomebody, canAddPerson } from '../../shared-phone/switch-people.ts'
import { Icon } from '../../ui/icon.tsx'
import type { KnownUser } from '../../user/load-user.ts'
import { BusyButton } from '../busy-button.tsx'
import { useLeaving } from '../leaving/use-leaving.ts'
import { PinDialog, type PinTask } from './pin-dialog.tsx'

const doneBy = { set: 'wasSet', change: 'wasChanged', remove: 'wasRemoved' } as const

export type PinDone = (typeof doneBy)[PinTask]

export function isPinDone(done: string): done is PinDone {
  return (Object.values(doneBy) as string[]).includes(done)
}

type Props = { user: KnownUser; onDone(done: PinDone): void }

/** For several people on one phone: adds another person, and sets the PIN of the signed-in person. */
export function PeopleOfPhone({ user, onDone }: Props) {
  const t = useTranslations()
  const people = useSyncExternalStore(onPeopleChange, peopleOnPhone)
  const [task, setTask] = useState<PinTask>()
  const [isLeaving, setIsLeaving] = useState(false)
  const [isFull, setIsFull] = useState(false)
  const { leave, question } = useLeaving()
  const hasPin = people.find(({ uid }) => uid === user.uid)?.hasPin ?? false

  async function add() {
    if (!canAddPerson()) return setIsFull(true)
    setIsLeaving(true)
    await leave(() => addSomebody(user), false).catch(() => {})
    setIsLeaving(false)
  }

  return (
    <section className="own-data stack tight">
      <h2>{t('who.here')}</h2>
      <p className="meta">{t('who.hereHint')}</p>
      <BusyButton
        className="btn quiet"
        icon="person"
        label={t('who.add')}
        busyLabel={t('pin.oneMoment')}
        isBusy={isLeaving}
        onPress={() => void add()}
      />
      <div role="status">
        {isFull && (
          <div className="note">
            <Icon name="info" />
            <p>{t('who.full')}</p>
          </div>
        )}
      </div>
      <p className="meta">{t('pin.setHint')}</p>
      {(hasPin ? (['change', 'remove'] as const) : (['set'] as const)).map(task => (
        <button className="btn quiet" type="button" aria-haspopup="dialog" key={task} onClick={() => setTask(task)}>
          {t(`pin.${task}`)}
        </button>
      ))}
      {question}
      {task && (
        <PinDialog
          user={user}
          task={task}
          onClose={() => setTask(undefined)}
          onDone={() => {
            setTask(undefined)
            onDone(doneBy[task])
          }}
        />
      )}
    </section>
  )
}
