import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { type NeutralName, neutralNames } from '../../../contract/text/app-names.ts'
import { showAppName, storeAppName } from '../../app-name/app-name.ts'
import { storedAppName } from '../../app-name/stored-app-name.ts'
import { useLanguage } from '../../i18n/language-provider.tsx'
import { isApple } from '../../install/platform.ts'
import { usePush } from '../../messages/push/use-push.ts'
import { register } from '../../offline/register-worker.ts'
import { Switch } from '../../ui/fields/switch.tsx'
import { Icon } from '../../ui/icon.tsx'
import '../../ui/styles/choice.css'
import './app-name-screen.css'

type Pick = NeutralName | 'own'

const picks: Pick[] = ['own', ...neutralNames]

/**
 * Chooses the name and the icon of the app on this phone: the app's own, or neutral ones that do not speak of learning.
 */
export function AppNameScreen() {
  const t = useTranslations()
  const { language } = useLanguage()
  const [pick, setPick] = useState<Pick>(() => storedAppName()?.id ?? 'own')
  const [result, setResult] = useState<'saved' | 'savedIos' | 'notSaved'>()
  const nameOf = (pick: Pick) => (pick === 'own' ? t('app.title') : t(`appName.${pick}`))

  async function save() {
    const isStored = await storeAppName(pick === 'own' ? undefined : pick)
    showAppName(language)
    document.title = storedAppName()?.names[language] ?? t('page.profile')
    // The worker shows notifications under this name. Without a network, the next visit tells it the name.
    await register(language).catch(() => {})
    const saved = isApple(navigator) ? 'savedIos' : 'saved'
    setResult(isStored ? saved : 'notSaved')
  }

  return (
    <main className="page narrow stack app-name">
      <h1 tabIndex={-1}>{t('account.appName')}</h1>
      <p>{t('appName.lead')}</p>
      <div className="home-look" aria-hidden="true">
        <div>
          <Look pick="pale" path="M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 7v5l3.5 2" />
        </div>
        <div>
          <Look pick={pick} />
          <span>{nameOf(pick)}</span>
        </div>
        <div>
          <Look pick="pale" path="M4 5h16v14H4zM4 16l4.500-4.500 4 4 2.500-2.500 5 5M15.500 9.500v.01" />
        </div>
      </div>
      <fieldset className="app-names">
        <legend className="visually-hidden">{t('appName.name')}</legend>
        {picks.map(each => (
          <label className="choice" key={each}>
            <input type="radio" name="app-name" checked={each === pick} onChange={() => choose(each)} />
            <i />
            <b className="grow">{nameOf(each)}</b>
            <Look pick={each} />
          </label>
        ))}
      </fieldset>
      <Quiet />
      <div className="limits meta">
        <Icon name="info" />
        <p>
          {t('appName.limit')} {t('appName.browser')}
        </p>
      </div>
      <div role="status">
        {result && (
          <div className="note">
            <Icon name={result === 'notSaved' ? 'warning' : 'check'} />
            <p>{t(`appName.${result}`)}</p>
          </div>
        )}
      </div>
      <button className="btn wide" type="button" onClick={() => void save()}>
        {t('appName.save')}
      </button>
    </main>
  )

  function choose(pick: Pick): void {
    setPick(pick)
    setResult(undefined)
  }
}

/** Switches the words of notifications off and on. Shown only where notifications are on. */
function Quiet() {
  const t = useTranslations('appName')
  const push = usePush()
  if (push.state !== 'on') return null
  return (
    <Switch
      label={t('quiet')}
      hint={t('quietHint')}
      isOn={!push.showsText}
      onChange={isQuiet => push.showText(!isQuiet)}
    />
  )
}

const paths: Record<Pick, string> = {
  own: 'M4 19h4v-4h4v-4h4V7h4',
  notes: 'M6 4h12v16H6zM9 9h6M9 13h6M9 17h3',
  lists: 'M4 5h6v6H4zM5.500 8l1.500 1.500L9 7M13 7h7M13 17h7M4 14h6v6H4z',
  recipes:
    'M5 11h14v7a2 2 0 0 1-2 2H7a2 2 0 0 1-2-2zM5 14H3M19 14h2M9 7.500q-1.500-1.500 0-3.500M12 7.500q-1.500-1.500 0-3.500M15 7.500q-1.500-1.500 0-3.500',
}

function Look({ pick, path }: { pick: Pick | 'pale'; path?: string }) {
  return (
    <span className={`icon-look ${pick}`}>
      <svg className={pick === 'own' || pick === 'lists' ? 'icon flip' : 'icon'} viewBox="0 0 24 24" aria-hidden="true">
        <path d={path ?? paths[pick as Pick]} />
      </svg>
    </span>
  )
}
