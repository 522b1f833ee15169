import { useFormatter, useTranslations } from 'use-intl'
import {
  INVITATION_MS,
  INVITATION_NAME_LIMIT,
  MAX_USES,
  makeInvitation,
} from '../../../contract/organisation/invitations.ts'
import { isVisible } from '../../../contract/text/visible.ts'
import { DAY } from '../../../contract/time.ts'
import { call } from '../../api.ts'
import { queryClient } from '../../queries/query-client.ts'
import { useAct } from '../../queries/use-act.ts'
import { openPath } from '../../router/router.ts'
import { serverNow } from '../../session.ts'
import { useTyped } from '../../user/use-typed.ts'
import { CheckedField, CheckedForm, CheckedInput } from '../frame/checked-form/checked-form.tsx'
import { dayAt, lifetimeUntil } from '../frame/days/chosen-day.ts'
import { WholeNumber, wholeNumberIn } from '../frame/numbers/whole-number.tsx'
import { Problem } from '../frame/problem.tsx'
import { invitationsQuery } from './invite-queries.ts'
import { MentorChoice } from './mentor-choice.tsx'

/** Makes a link, then opens it. */
export function NewLink() {
  const t = useTranslations('invite')
  const format = useFormatter()
  const act = useAct()
  const [name, setName] = useTyped('link name', '')
  const [mentor, setMentor] = useTyped('link mentor', '')
  const [until, setUntil] = useTyped('link until', dayAt(serverNow() + INVITATION_MS))
  const [uses, setUses] = useTyped('link uses', '')

  const usualName = t('usualName', { day: format.dateTime(serverNow(), { day: 'numeric', month: 'long' }) })

  async function make() {
    const body = {
      name: isVisible(name) ? name.trim() : usualName,
      mentorId: mentor === '' ? null : Number(mentor),
      lifetimeMs: lifetimeUntil(until, serverNow()),
      maxUses: wholeNumberIn(uses) ?? null,
    }
    const done = await act.make(idempotencyKey => call(makeInvitation, { body }, { idempotencyKey }))
    if (!done) return
    await queryClient.invalidateQueries({ queryKey: invitationsQuery.queryKey })
    openPath(`/org/invite/${done.data.id}`)
  }

  return (
    <section className="card stack">
      <h2>{t('byLink')}</h2>
      <CheckedForm onSubmit={() => void make()}>
        <MentorChoice mentor={mentor} onChange={setMentor} />
        <CheckedInput
          id="invite-name"
          label={t('name')}
          hint={t('nameLead')}
          dir="auto"
          placeholder={usualName}
          autoComplete="off"
          maxLength={INVITATION_NAME_LIMIT}
          value={name}
          onChange={setName}
        />
        <div className="invite-pair">
          <CheckedInput
            id="invite-until"
            label={t('until')}
            type="date"
            required
            min={dayAt(serverNow())}
            max={dayAt(serverNow() + 365 * DAY)}
            value={until}
            onChange={setUntil}
          />
          <CheckedField id="invite-uses" label={t('maxUses')}>
            {attributes => (
              <WholeNumber
                {...attributes}
                most={MAX_USES}
                placeholder={t('noLimit')}
                wrong={t('usesWrong')}
                value={uses}
                onChange={setUses}
              />
            )}
          </CheckedField>
        </div>
        <Problem of={act} />
        <button className="btn wide" type="submit" aria-busy={act.isBusy}>
          {t('make')}
        </button>
      </CheckedForm>
    </section>
  )
}
