import { useFormatter, useTranslations } from 'use-intl'
import { type FirstStep, showFirstSteps } from '../../../contract/organisation/home.ts'
import { call } from '../../api.ts'
import { isolated } from '../../i18n/isolated.ts'
import { useLanguage } from '../../i18n/language-provider.tsx'
import { queryClient } from '../../queries/query-client.ts'
import { useAct } from '../../queries/use-act.ts'
import { knownSettings } from '../../settings/settings.ts'
import { Icon } from '../../ui/icon.tsx'
import { OrgLink } from '../frame/org-link.tsx'
import { Problem } from '../frame/problem.tsx'
import { zoneName } from '../zone-name.ts'
import './first-steps.css'

const places = {
  name: '/org/settings?change=name',
  course: '/org/courses',
  mentor: '/org/team?invite=mentor',
  phone: '/courses',
  invite: '/org/invite',
} as const

type Props = { steps: readonly FirstStep[]; timeZone: string | null }

/**
 * The first steps of a new organisation, in any order. The first step that is not done has the main button. The time
 * zone is no step, because it comes from the device of the first owner, but it is said, because it may be wrong.
 */
export function FirstSteps({ steps, timeZone }: Props) {
  const t = useTranslations('org.firstSteps')
  const trial = useTranslations('org.trial')
  const format = useFormatter()
  const { language } = useLanguage()
  const act = useAct()
  if (steps.length === 0) return null
  const next = steps.find(({ isDone }) => !isDone)

  async function hide() {
    const send = (idempotencyKey: string) => call(showFirstSteps, { body: { isShown: false } }, { idempotencyKey })
    if (await act.make(send)) await queryClient.invalidateQueries({ queryKey: ['organisation', 'home'] })
  }

  return (
    <section className="first-steps" aria-labelledby="first-steps">
      <h2 id="first-steps">{t('title')}</h2>
      <p className="lead">{t('lead')}</p>
      <ol>
        {steps.map((step, index) => (
          <li key={step.kind} className={step.isDone ? 'is-done' : ''}>
            <span className={step.isDone ? 'badge good' : 'badge'}>
              {step.isDone ? <Icon name="check" /> : <b aria-hidden="true">{format.number(index + 1)}</b>}
            </span>
            <p className="grow">
              <b>{t(`${step.kind}.title`)}</b>
              <span className="meta">{step.isDone ? t('done') : t(`${step.kind}.about`)}</span>
            </p>
            {!step.isDone && (
              <OrgLink className={step === next ? 'btn small' : 'btn second small'} to={places[step.kind]}>
                {t(`${step.kind}.do`)}
              </OrgLink>
            )}
          </li>
        ))}
      </ol>
      {timeZone !== null && (
        <p className="meta">
          {t('timeZone', { zone: isolated(zoneName(timeZone, language)) })}{' '}
          <OrgLink to="/org/settings?change=timeZone">{t('changeTimeZone')}</OrgLink>
        </p>
      )}
      {knownSettings().demo && (
        <div className="say calm">
          <Icon name="info" />
          <div>
            <b>{trial('title')}</b>
            <p>
              {trial('about')} <OrgLink to="/org/settings">{trial('act')}</OrgLink>
            </p>
          </div>
        </div>
      )}
      <Problem of={act} />
      <button className="btn quiet small" type="button" aria-busy={act.isBusy} onClick={() => void hide()}>
        {t('hide')}
      </button>
    </section>
  )
}
