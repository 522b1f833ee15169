import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { NAME_LIMIT } from '../../../contract/account.ts'
import { inviteToTeam } from '../../../contract/organisation/team.ts'
import { type InvitedRole, invitedRoles } from '../../../contract/team-roles.ts'
import { call } from '../../api.ts'
import { queryClient } from '../../queries/query-client.ts'
import { useAct } from '../../queries/use-act.ts'
import { knownSettings } from '../../settings/settings.ts'
import { Sheet } from '../../ui/sheet/sheet.tsx'
import { useTyped } from '../../user/use-typed.ts'
import { useUser } from '../../user/user.ts'
import { CheckedForm, CheckedInput } from '../frame/checked-form/checked-form.tsx'
import { afterCode } from '../frame/code-again/ask-code.ts'
import { LinkToShare } from '../frame/link-to-share.tsx'
import { PhoneChoice } from '../frame/phone/phone-choice.tsx'
import { countryOfPhone, typedNumber } from '../frame/phone/typed-phone.ts'
import { Problem } from '../frame/problem.tsx'
import { LimitChoice, type MentorLimit } from './limit-choice.tsx'
import { teamQuery } from './team-query.ts'

type Props = {
  first: InvitedRole
  /** Whether the role cannot be changed: coordinators invite only mentors, and a link may name a role. */
  isFixed: boolean
  onClose(): void
}

/** Makes a link that gives a role to the person with a phone number. */
export function InviteDialog({ first, isFixed, onClose }: Props) {
  const t = useTranslations('team')
  const own = useUser().data?.user.phoneNumber
  const [phone, setPhone] = useTyped('team phone', {
    text: '',
    country: knownSettings().defaultCountry || countryOfPhone(own),
  })
  const [role, setRole] = useTyped(`team role ${first}`, first)
  const [name, setName] = useTyped('team name', '')
  const [limit, setLimit] = useState<MentorLimit>(null)
  const [link, setLink] = useState<string>()
  const act = useAct()
  const problems = useTranslations('org.problems')
  const isRefused = act.error?.code === 'auth/invalid-phone-number'
  const phoneProblem = (isWrong: boolean) => ({
    'invite-phone': isWrong ? problems('auth/invalid-phone-number') : undefined,
  })

  async function invite() {
    const phoneNumber = typedNumber(phone)
    if (!phoneNumber) return
    const ofRole = {
      ...(role === 'mentor' ? { name } : {}),
      ...(role === 'coordinator' && limit ? { limitedTo: [...limit] } : {}),
    }
    const body = { phoneNumber, role, ...ofRole }
    const done = await act.make(afterCode(idempotencyKey => call(inviteToTeam, { body }, { idempotencyKey })))
    if (!done) return
    setLink(`${location.origin}/org?join=${done.data.token}`)
    await queryClient.invalidateQueries({ queryKey: teamQuery.queryKey })
  }

  return (
    <Sheet
      isLoose
      title={t(isFixed && first === 'mentor' ? 'inviteMentor' : 'invite')}
      isBusy={act.isBusy}
      onClose={onClose}
    >
      {link ? (
        <>
          <p>{t('linkLead')}</p>
          <LinkToShare isNew link={link} />
        </>
      ) : (
        <CheckedForm
          problems={phoneProblem(isRefused)}
          check={() => phoneProblem(!typedNumber(phone))}
          onSubmit={() => void invite()}
        >
          <PhoneChoice
            id="invite-phone"
            label={t('phone')}
            phone={phone}
            onChange={typed => {
              act.clear()
              setPhone(typed)
            }}
          />
          {!isFixed && <RoleChoice role={role} onChange={setRole} />}
          {role === 'coordinator' && <LimitChoice limit={limit} onChange={setLimit} />}
          {role === 'mentor' && (
            <CheckedInput
              id="invite-name"
              label={t('mentorName')}
              dir="auto"
              required
              maxLength={NAME_LIMIT}
              autoComplete="off"
              value={name}
              onChange={setName}
            />
          )}
          {!isRefused && <Problem of={act} />}
          <button
            className="btn wide"
            type="submit"
            aria-busy={act.isBusy}
            disabled={role === 'coordinator' && limit?.length === 0}
          >
            {t('makeLink')}
          </button>
        </CheckedForm>
      )}
    </Sheet>
  )
}

function RoleChoice({ role, onChange }: { role: InvitedRole; onChange(role: InvitedRole): void }) {
  const t = useTranslations('team')
  return (
    <fieldset className="stack tight">
      <legend>{t('roleOf')}</legend>
      {invitedRoles.map(one => (
        <label className="tick" key={one}>
          <input type="radio" name="role" checked={role === one} onChange={() => onChange(one)} />
          <span>
            <b>{t(`role.${one}`)}</b>
            <small>{t(`about.${one}`)}</small>
          </span>
        </label>
      ))}
    </fieldset>
  )
}
