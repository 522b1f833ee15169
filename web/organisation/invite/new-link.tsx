import { useState } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import {
  INVITATION_MS,
  INVITATION_NAME_LIMIT,
  MOST_USES,
  makeInvitation,
} from '../../../contract/organisation/invitations.ts'
import { DAY } from '../../../contract/time.ts'
import { call } from '../../api.ts'
import { queryClient } from '../../queries/query-client.ts'
import { useAct } from '../../queries/use-act.ts'
import { open } from '../../router/router.ts'
import { WholeNumber, wholeNumberIn } from '../frame/numbers/whole-number.tsx'
import { Problem } from '../frame/problem.tsx'
import { invitationsQuery } from './invite-queries.ts'
import { MentorChoice } from './mentor-choice.tsx'

/** Makes a link, then opens it. */
export function NewLink() {
  const t = useTranslations('invite')
  const format = useFormatter()
  const act = useAct()
  const [name, setName] = useState('')
  const [mentor, setMentor] = useState('')
  const [until, setUntil] = useState(() => dayOf(Date.now() + INVITATION_MS))
  const [uses, setUses] = useState('')

  const usualName = t('usualName', { day: format.dateTime(Date.now(), { day: 'numeric', month: 'long' }) })

  async function make() {
    const body = {
      name: name.trim() || usualName,
      mentorId: mentor === '' ? null : Number(mentor),
      lifetimeMs: endOf(until) - Date.now(),
      maxUses: wholeNumberIn(uses) ?? null,
    }
    const done = await act.make(idempotencyKey => call(makeInvitation, { body }, { idempotencyKey }))
    if (!done) return
    await queryClient.invalidateQueries({ queryKey: invitationsQuery.queryKey })
    open(`/org/invite/${done.data.id}`)
  }

  return (
    <section className="card stack">
      <h2>{t('byLink')}</h2>
      <form
        className="stack"
        onSubmit={event => {
          event.preventDefault()
          void make()
        }}
      >
        <MentorChoice mentor={mentor} onChange={setMentor} />
        <div className="field">
          <label htmlFor="invite-name">{t('name')}</label>
          <p className="meta" id="invite-name-lead">
            {t('nameLead')}
          </p>
          <input
            className="input"
            id="invite-name"
            aria-describedby="invite-name-lead"
            dir="auto"
            placeholder={usualName}
            autoComplete="off"
            maxLength={INVITATION_NAME_LIMIT}
            value={name}
            onChange={({ target }) => setName(target.value)}
          />
        </div>
        <div className="invite-pair">
          <label className="field">
            <b>{t('until')}</b>
            <input
              className="input"
              type="date"
              required
              min={dayOf(Date.now())}
              max={dayOf(Date.now() + 365 * DAY)}
              value={until}
              onChange={({ target }) => setUntil(target.value)}
            />
          </label>
          <label className="field" htmlFor="invite-uses">
            <b>{t('maxUses')}</b>
            <WholeNumber
              id="invite-uses"
              most={MOST_USES}
              placeholder={t('noLimit')}
              wrong={t('usesWrong')}
              value={uses}
              onChange={setUses}
            />
          </label>
        </div>
        <Problem of={act} />
        <button className="btn wide" type="submit" aria-busy={act.isBusy}>
          {t('make')}
        </button>
      </form>
    </section>
  )
}

/** A day as date fields write it, in the time zone of this device. */
function dayOf(time: number): string {
  const date = new Date(time)
  const two = (number: number) => String(number).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

function endOf(day: string): number {
  return new Date(`${day}T23:59:59`).getTime()
}
