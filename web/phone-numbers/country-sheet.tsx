import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { knownSettings, loadSettings } from '../settings/settings.ts'
import { Dialog } from '../ui/dialog.tsx'
import { Icon } from '../ui/icon.tsx'
import type { Country } from './countries.ts'
import { listCountries, searchCountries } from './country-list.ts'
import { CountryOptions, optionId } from './country-options.tsx'
import './country-sheet.css'

export type CountrySheetProps = {
  chosen: string
  onChoose(countryCode: string): void
  onClose(): void
}

/** All offered countries with a search. The arrow keys move through the list while the focus stays in the search. */
export function CountrySheet({ chosen, onChoose, onClose }: CountrySheetProps) {
  const t = useTranslations('login')
  const close = useTranslations('common')('close')
  const search = useRef<HTMLInputElement>(null)
  const [wanted, setWanted] = useState('')
  const [active, setActive] = useState(chosen)
  const [offered, setOffered] = useState(() => knownSettings().phoneCountries)
  const all = useMemo(() => listCountries(offered), [offered])
  const found = useMemo(() => searchCountries(all, wanted), [all, wanted])
  const at = placeOf(found, active, wanted)
  const activeCountry = found[at]

  useEffect(() => search.current?.focus(), [])
  useEffect(() => {
    // The settings may still be loading.
    void loadSettings().then(({ phoneCountries }) => setOffered(phoneCountries))
  }, [])
  useEffect(() => {
    if (activeCountry) document.getElementById(optionId(activeCountry.code))?.scrollIntoView({ block: 'nearest' })
  }, [activeCountry])

  function choose(country: Country | undefined) {
    if (!country) return
    onChoose(country.code)
    onClose()
  }

  function walk(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter') choose(activeCountry)
    const to = goal(event.key, at, found.length)
    if (to !== undefined) setActive(found[to]?.code ?? '')
    if (event.key === 'Enter' || to !== undefined) event.preventDefault()
  }

  return (
    <Dialog className="sheet countries" labelledBy="countries-title" onClose={onClose}>
      <div className="countries-top">
        <div className="row">
          <h2 className="grow" id="countries-title">
            {t('country')}
          </h2>
          <button className="icon-btn" type="button" aria-label={close} onClick={onClose}>
            <Icon name="close" />
          </button>
        </div>
        <input
          className="input"
          ref={search}
          role="combobox"
          aria-expanded="true"
          aria-controls="countries"
          aria-autocomplete="list"
          aria-activedescendant={activeCountry && optionId(activeCountry.code)}
          aria-label={t('searchCountry')}
          placeholder={t('searchCountry')}
          autoComplete="off"
          spellCheck="false"
          enterKeyHint="done"
          value={wanted}
          onChange={event => {
            setWanted(event.target.value)
            setActive('')
          }}
          onKeyDown={walk}
        />
      </div>
      <CountryOptions countries={found} chosen={chosen} active={activeCountry?.code} onChoose={choose} />
      <p className="center meta" role="status">
        {found.length === 0 && t('noCountry')}
      </p>
    </Dialog>
  )
}

/** A search marks its first match; before a search only the chosen country is marked. */
function placeOf(found: readonly Country[], active: string, wanted: string): number {
  const place = found.findIndex(({ code }) => code === active)
  return place < 0 && wanted !== '' ? 0 : place
}

/** The index after pressing a key in a list of this length; the ends are joined. */
function goal(key: string, at: number, count: number): number | undefined {
  if (key === 'ArrowDown') return (at + 1) % count
  if (key === 'ArrowUp') return at > 0 ? at - 1 : count - 1
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  return undefined
}
