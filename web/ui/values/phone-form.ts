import {
  getCountryCallingCode,
  isSupportedCountry,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/min'

const known = new Map<string, string>()

/** A phone number as people in a country read it. The national form is used only if it is read back as this number. */
export function phoneForm(number: string, country: string): string {
  const key = `${number} ${country}`
  let form = known.get(key)
  if (form === undefined) {
    form = formOf(number, country)
    known.set(key, form)
  }
  return form
}

function formOf(number: string, country: string): string {
  const phone = parsePhoneNumberFromString(number)
  if (phone?.number !== number) return number
  if (isSupportedCountry(country) && getCountryCallingCode(country) === phone.countryCallingCode) {
    const national = phone.formatNational()
    if (parsePhoneNumberFromString(national, country)?.number === number) return national
  }
  return phone.formatInternational()
}
