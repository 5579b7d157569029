import type { Reason } from './reason.ts'

/** Every reason why a field of a request is refused. Its sentence follows the field's path: `body.name is required`. */
export const fieldReasons = {
  // Refused by the schema of a request
  missing: { is: 'is required' },
  unknown_field: { is: 'is not a field of this request', do: 'leave it out' },
  near_field: { is: 'is not a field of this request', do: 'the nearest is {nearest}' },
  wrong_type: { is: 'must be {types}' },
  not_exactly: { is: 'must be {value}' },
  not_one_of: { is: 'must be one of {options}' },
  no_such_choice: { is: '{sent} does not exist', do: 'the nearest is {nearest}' },
  wrong_format: { is: 'must be a valid {format}' },
  wrong_pattern: { is: 'must match {pattern}', people: { is: 'does not have the right form' } },
  not_capitals: { is: 'must be {count} capital letters' },
  not_an_http_address: { is: 'must begin with http:// or https://' },
  blank: { is: 'must not be blank' },
  too_few_characters: { is: 'must have {least} characters or more' },
  too_many_characters: { is: 'must have at most {most} characters' },
  wrong_length: { is: 'must have {least} to {most} characters' },
  below_minimum: { is: 'must be {least} or more' },
  above_maximum: { is: 'must be {most} or less' },
  empty_list: { is: 'must have at least one item' },
  too_few_items: { is: 'must have {least} items or more' },
  too_many_items: { is: 'must have at most {most} items' },
  repeated_item: { is: 'must not have the same item twice' },
  no_fields: { is: 'must have at least one field', people: { is: 'has no change in it' } },
  does_not_fit: { is: 'fits none of the forms that this field takes' },
  nul_character: { is: 'holds a NUL character', do: 'remove it' },
  half_character: { is: 'holds half of a surrogate pair', send: 'whole characters' },
  // Refused by several operations
  does_not_exist: { is: 'does not exist in this workspace' },
  no_such_definition: { is: 'names no board or page of this workspace' },
  definition_misnamed: {
    is: 'names no board or page of this workspace',
    do: 'the nearest is {nearest}',
  },
  no_such_person: { is: 'names no person of this workspace' },
  no_such_key: { is: 'names no key that works here' },
  not_the_name: { is: 'is not {name}', send: 'that name, to confirm' },
  no_active_seat: { is: 'is not somebody with an active seat here' },
  names_no_column: { is: 'names {sent}, but there is no such column' },
  misnames_column: {
    is: 'names {sent}, but there is no such column',
    do: 'the nearest is {nearest}',
  },
  key_of_objects: {
    is: 'is a name that every object of JavaScript has',
    send: 'another, such as {key}_2',
  },
  not_with: {
    is: 'does not go with {field}',
    send: 'one of them',
    people: { do: 'leave one out' },
  },
  only_with: { is: 'can be sent only with {field}' },
  sent_again: { is: 'is sent twice' },
  cannot_change: { is: 'cannot be changed' },
  not_a_moment: {
    is: 'is not a time in the years 1 to 9999',
    send: 'one such as 2026-01-31T17:00:00Z',
    people: { do: 'choose another' },
  },
  out_of_years: {
    is: 'is not in the years {first} to {last}',
    send: 'another time',
    people: { do: 'choose another' },
  },
  not_a_country: { is: 'is not an ISO 3166 country code, such as US or DE' },
  not_a_time_zone: { is: 'is not an IANA time zone, such as America/New_York' },
  not_a_currency: { is: 'is not an ISO 4217 currency code, such as USD' },
  // Addresses that the service connects to
  control_character: { is: 'must not hold a line break or another control character' },
  not_an_address: { is: 'must be an address such as https://example.com' },
  not_a_plain_address: {
    is: 'is not a plain address',
    send: 'one such as https://api.example.com, without a user, ? or #',
  },
  address_login: { is: 'must not hold a user name or password' },
  address_fragment: { is: 'must not hold a fragment (#…)' },
  not_a_web_port: {
    is: 'has port {port}, which is not a web port',
    send: 'one such as 443 or 8443',
  },
  not_https: { is: 'must begin with https://' },
  not_a_host: {
    is: 'is not a host name',
    send: 'one such as smtp.example.com, and its port in settings.port',
    type: 'one such as smtp.example.com, and its port in Port',
  },
  private_address: {
    is: 'leads to a private address',
    do: 'the operator may allow it with OUTBOUND_ALLOW={target}',
  },
  // Uploads
  not_multipart: { is: 'is not multipart/form-data: its Content-Type must name a boundary' },
  no_file: { is: 'has no file', send: 'one as a part called file' },
  no_import_file: { is: 'is required', send: 'the CSV or XLSX file', people: { do: 'choose one' } },
  second_file: { is: 'has a second file', send: 'one at a time' },
  other_part: { is: 'has a file called {part}', do: 'call the part file' },
  not_sent_as_file: { is: 'must be a file', send: 'it with a file name' },
  not_in_form: { is: 'is not part of this form' },
  not_a_file_here: { is: 'is not a file of this form' },
  too_long_in_form: { is: 'is longer than {most}' },
  part_unknown: { is: 'has the field {part}', send: '{parts}' },
  part_twice: { is: 'has the field {part} twice', send: 'it once' },
  part_unread: {
    is: 'has the field {part}, which is too long or has a NUL character in it',
    send: 'plain text',
  },
  too_many_parts: { is: 'has too many parts', send: '{most}' },
  // Boards, pages and columns
  view_too_many: { is: 'would be one view too many: {name} can have at most {most}' },
  policy_names_nobody: {
    is: 'names nobody',
    send: 'roles, accountIds or teamIds, or the mode nobody',
    people: { do: 'choose roles, people or teams' },
  },
  policy_lists_unused: {
    is: 'has the mode {mode}, which takes no roles, accountIds or teamIds',
    do: 'leave them out, or send the mode roles',
    people: { is: 'names people, but its mode takes none', do: 'choose roles, people or teams' },
  },
  type_is_fixed: { is: 'has the type {type}, which cannot change', do: 'add a column' },
  no_way_to_type: {
    is: 'no column can become {type}',
    do: 'add a column of that type',
    apart: true,
  },
  already_of_type: {
    is: 'is already the type of {column}',
    do: 'change its settings with PATCH',
    people: { do: 'change its settings instead' },
  },
  link_is_fixed: {
    is: 'cannot change: the cells hold rows of {definition}',
    do: 'add another column',
  },
  formula_fault: { is: 'at character {at}: {problem}', apart: true },
  // Addresses of boards and pages
  not_a_column_for_mail: {
    is: '{column} cannot hold this part of an email',
    send: 'a column of one of these types: {types}',
    apart: true,
  },
  closed_to_mail: { is: 'names {column}, which you cannot edit' },
  used_for_mail: { is: '{column} gets another part already', do: 'choose another', apart: true },
  // Hooks
  hook_path_unread: {
    is: 'is not a path',
    send: 'one such as payload.email or answers[0].text',
  },
  hook_takes_none: { is: 'names {column}, which a hook cannot fill: its type is {type}' },
  hook_column_locked: { is: 'names {column}, which you cannot edit' },
  hook_reading_unfit: { is: 'does not go with {column}: its type is {type}', do: 'leave it out' },
  hook_secret_missing: { is: 'is missing', send: 'the secret that the sender signs with' },
  hook_secret_unread: {
    is: 'is not a secret of this kind',
    send: 'whsec_ and the secret in base64',
  },
  filled_column: { is: 'is filled by the service, so it can be neither required nor unique' },
  same_column: { is: 'names the same column as {place}' },
  columns_left_out: { is: 'leaves out {columns}' },
  // Forms
  form_too_many: { is: 'would be one form too many: {name} can have at most {most}' },
  form_takes_none: { is: 'names {column}, which a form cannot ask for: its type is {type}' },
  form_column_locked: { is: 'names {column}, which you cannot edit' },
  form_leaves_out: { is: 'leaves out {columns}, which every row must have' },
  not_an_origin: {
    is: '{sent} is not the address of a site',
    send: 'one such as https://www.example.com, without a path',
  },
  // Settings of columns
  not_settings: { is: '{sent} is not a settings object' },
  no_settings: { is: 'is not a setting of a {type} column, which has no settings' },
  not_a_setting: { is: 'is not a setting of a {type} column, which has {settings}' },
  setting_yes_or_no: { is: 'is neither yes nor no', send: 'true or false' },
  setting_currency: {
    is: '{sent} is not a currency',
    send: 'an ISO 4217 code such as USD',
  },
  setting_decimals: {
    is: 'is not a number of decimals',
    send: 'a whole number from 0 to {most}',
  },
  setting_definition: {
    is: 'is not the key of a board or page',
    send: 'the key of the one that it links to',
    people: { is: 'is required', do: 'choose the board or page to link to' },
  },
  setting_files: { is: 'is not a number of files', send: 'a whole number from 1 to {most}' },
  setting_kinds: {
    is: 'is not a list of types',
    send: 'one such as ["application/pdf", "image/*"]',
    people: { do: 'choose at least one, and at most 50' },
  },
  setting_bound: { is: 'is not a number within ±9,007,199,254,740,991' },
  setting_formula: {
    is: 'is not a formula',
    send: 'one as text, such as "price * units"',
    type: 'one, such as price * units',
  },
  bounds_crossed: { is: '{least} is above the max, {most}' },
  bounds_empty: {
    is: 'no number with the column’s decimals lies between min and max',
    apart: true,
  },
  options_not_a_list: { is: '{sent} is not a list', send: 'a list such as [{"label": "New"}]' },
  options_too_many: { is: 'has {count} options', send: 'at most {most}' },
  option_twice: { is: '{sent} appears twice', do: 'labels must differ by more than case' },
  option_id_twice: { is: '{sent} appears twice' },
  option_not_an_object: {
    is: '{sent} is not an option',
    send: 'an object such as {"label": "New"}',
  },
  option_unknown_field: { is: 'is not known; an option has id, label and color' },
  option_label: { is: 'is not a label', send: 'text of 1 to {most} characters' },
  option_id: { is: 'is not an id', send: 'text of 1 to {most} characters, or none to get one' },
  option_color: { is: '{sent} is not a color', send: '#rrggbb, a name, or null' },
  // Rows
  cells_or_rows: { is: 'must have either cells (one row) or rows (a list)' },
  not_a_row: { is: 'is not a row here' },
  not_in_trash: { is: 'is not a row in the trash here' },
  same_row: { is: 'names the same row as {place}' },
  row_is_newer: { is: 'the row is now at version {version}', apart: true },
  not_in_entry: { is: 'names {column}, which the entry did not change' },
  unique_now_used: {
    is: 'another row now has the same {column}, which must be unique',
    do: 'change it there first',
    apart: true,
  },
  own_id_now_used: {
    is: 'row {row} now has the same external_id, {sent}',
    do: 'delete that row first',
    apart: true,
    people: {
      is: 'another row now has the same external ID, {sent}',
      do: 'delete that row first, or keep it instead of this one',
    },
  },
  hidden_unique_now_used: {
    is: 'another row now has one of its unique values',
    do: 'ask an admin',
    apart: true,
  },
  not_an_id: { is: 'has {sent}, which is not an id', send: 'row ids separated by commas' },
  too_many_ids: {
    is: 'has {count} ids',
    send: 'at most {most}, and the rest in another request',
  },
  // Lists and filters
  view_filters_unknown: { is: 'filters by a column that does not exist here' },
  not_json: { is: 'is not valid JSON', send: 'it URL-encoded' },
  filter_not_an_object: {
    is: 'must be an object such as {"column": "amount", "op": "gt", "value": 1}',
  },
  filter_too_deep: { is: 'is nested deeper than {most} levels' },
  filter_not_a_list: { is: 'must be a list of filters' },
  filter_too_many: { is: 'has {count} filters', send: 'at most {most} in all' },
  filter_tests_too_many: { is: 'has more than {most} tests' },
  filter_unknown_member: {
    is: 'is not part of a filter',
    send: 'one of and, or and not by itself, or column, op and value',
  },
  filter_column: { is: 'must be the key of a column' },
  filter_no_operator: { is: 'is not an operator; this column takes {operators}' },
  filter_other_operator: { is: '{sent} does not fit this column; it takes {operators}' },
  filter_no_value: { is: 'does not go with {operator}' },
  filter_lists_too_long: {
    is: 'is one list too many: together they can have at most {most} values',
  },
  filter_not_values: { is: 'must be a list of values' },
  filter_values_too_many: { is: 'has {count} values', send: 'at most {most}' },
  filter_not_text: { is: 'must be text' },
  filter_empty: { is: 'must not be empty', do: 'use is_empty or is_not_empty' },
  filter_not_a_number: { is: 'must be a number' },
  filter_not_a_boolean: { is: 'must be true or false' },
  filter_not_a_person: { is: 'must be a crmUserId, or "me"' },
  filter_not_an_actor: { is: 'must be "me", or an actor such as "user:7" or "key:<keyId>"' },
  filter_not_a_row: { is: 'must be the id of a row' },
  filter_not_a_day: { is: 'must be a day such as 2026-11-20, today, yesterday or tomorrow' },
  filter_not_a_time: {
    is: 'must be a day such as 2026-11-20, a time such as 2026-11-20T14:30:00Z, today, yesterday or tomorrow',
  },
  filter_unknown_period: { is: '{sent} is not a period', send: '{periods}, or an object' },
  filter_not_a_period: {
    is: 'must be a period: a word such as this_month, {"from": …, "to": …} or {"days": 7} (the last 7 as -7)',
  },
  filter_not_days: { is: 'must be a whole number within ±{most}, and not 0' },
  too_many_columns: { is: 'has more than {most} columns' },
  not_sortable: { is: 'cannot sort by {column}: its cells have no order', apart: true },
  not_groupable: {
    is: 'cannot group by {column}',
    send: 'a column whose cells have one value',
    apart: true,
  },
  sum_without_group: { is: 'can be sent only with group' },
  not_summable: { is: 'cannot sum {column}: its cells are not numbers', apart: true },
  not_a_total: {
    is: '{sent} is not a total',
    send: 'a column, a colon and one of {totals}',
    apart: true,
  },
  no_such_total: {
    is: '{column} has no {total}',
    send: 'one of {totals} for it',
    apart: true,
  },
  too_many_totals: { is: 'has more than {most} totals' },
  // Imports
  file_unread: { is: '{problem}', apart: false },
  not_a_delimiter: { is: 'must be one punctuation mark or a tab' },
  not_a_header_row: { is: 'must be the row of the header, or 0', send: 'a number, such as 3' },
  mapping_not_json: { is: 'must be JSON: an object from headers to columns, or a list' },
  mapping_not_a_name: { is: 'must name a column, or be null' },
  mapping_twice: { is: 'sends {header} to {column}, where {other} already goes' },
  mapping_too_long: { is: 'names {count} columns; the file has {most}' },
  not_a_header: { is: 'is not a header of the file' },
  several_headers: {
    is: 'is the header of several columns',
    send: 'the mapping as a list, by place',
  },
  mapping_to_filled: { is: 'names {column}, which the service fills' },
  mapping_empty: {
    is: 'is required: no header of the file is the name of a column here',
    people: { do: 'choose a column for at least one of them' },
  },
  mapping_leaves_out: { is: 'leaves out {columns}, which every row must have' },
  not_mapped: { is: 'is {column}, but no column of the file goes there' },
  on_bad_not_json: {
    is: 'must be JSON: an object from columns to leave_empty, keep or refuse',
  },
  keep_by_name: { is: 'cannot be keep for all columns', send: 'it for each column by name' },
  value_maps_not_json: {
    is: 'must be JSON: an object from columns to objects from values to labels of options, or null',
  },
  new_options_not_json: {
    is: 'must be JSON: an object from columns to lists of labels, such as {"stage": ["Hot"]}',
  },
  read_as_not_json: {
    is: 'must be JSON: an object from columns to how they are written, such as {"amount": "decimal_comma"}',
  },
  read_as_elsewhere: { is: 'is for {column}, which has neither numbers nor dates' },
  corrections_not_json: { is: 'must be JSON: a list of corrections' },
  not_a_correction: { is: 'must be {"line": a number, "column": a name, "value": a text}' },
  no_such_line: { is: 'names line {line}, where no row of the file begins' },
  links_not_json: {
    is: 'must be JSON: {"column": {"by": "external_id", "create": false}}',
  },
  not_a_link_column: { is: 'is for {column}, which is not a link column' },
  no_match_column: { is: 'names {by}, which is not a unique column there' },
  link_makes_own_rows: {
    is: 'is for {column}, whose rows come from the same file',
    do: 'leave create out',
  },
  not_an_option_here: { is: '{sent} is not an option of {column}' },
  value_map_without_options: { is: 'is for {column}, which has no options' },
  counts_do_not_add_up: { is: 'is less than `imported` and `failed` together' },
  // Deals
  split_too_many: { is: 'is one split too many: a deal can have at most {most}' },
  party_unnamed: {
    is: 'is required: it says who the partyKind {kind} is',
    people: { is: 'is required' },
  },
  party_other_kind: {
    is: 'does not go with the partyKind {kind}',
    send: '{field} alone',
    people: { is: 'does not go with this kind of party', do: 'leave it out' },
  },
  party_left_out: {
    is: 'does not go with the partyKind {kind}',
    do: 'leave it out',
    people: { is: 'does not go with this kind of party' },
  },
  second_party: { is: 'does not go with {field}', do: 'leave it out' },
  share_missing: {
    is: 'is required: it says how much the basis {basis} gets',
    people: { is: 'is required' },
  },
  new_share_missing: {
    is: 'is required: it says how much the new basis {basis} gets',
    people: { is: 'is required' },
  },
  share_of_other_basis: {
    is: 'does not go with the basis {basis}',
    send: '{field}',
    people: { is: 'does not go with this basis', do: 'leave it out' },
  },
  one_share_only: {
    is: 'does not go with sharePpm: a basis takes only one of them',
    people: { is: 'does not go with a share', do: 'leave one out' },
  },
  // Obligations
  money_goes_with: {
    is: 'and {field} go together',
    send: 'both, or neither (null)',
    people: { is: 'goes with {field}', do: 'fill in both or neither' },
  },
  recurrence_fault: { is: '{problem}' },
  recurrence_off_with_rule: {
    is: 'is false, but there is a rule',
    send: 'one of the two',
    people: { do: 'remove the rule' },
  },
  recurrence_without_rule: {
    is: 'is required for a recurring obligation',
    send: 'one such as FREQ=MONTHLY',
    people: { is: 'is required if it repeats', do: 'choose how often' },
  },
  recurrence_without_start: {
    is: 'is required with a recurrence rule: it is the first time',
    send: 'a timestamp',
    people: { is: 'is required if it repeats', do: 'choose the first time' },
  },
  circle: {
    is: 'is the obligation itself or one below it',
    send: 'another, or null',
    people: { do: 'choose another one, or none' },
  },
  other_document_type: {
    is: 'does not fit: the document has the type "{type}" and "{required}" is required',
    send: 'a document of that type, or null',
    people: { do: 'choose a document of that type, or none' },
  },
  link_or_file: {
    is: 'does not go with body.fileId',
    send: 'a link to the document or its file, not both',
    people: { is: 'does not go with a file', do: 'leave one out' },
  },
  document_unnamed: {
    is: 'is required without a file',
    send: 'the name of the document',
  },
  // Channels
  other_medium: { is: 'is {medium}, which {provider} does not carry', send: '{carried}' },
  provider_takes_none: { is: 'is not something that {provider} takes: it takes none' },
  provider_takes: { is: 'is not something that {provider} takes: it takes {fields}' },
  host_missing: { is: 'is missing', send: 'the name or the address of the SMTP server' },
  sid_missing: { is: 'is missing', send: 'the account’s SID, which begins with AC' },
  token_missing: { is: 'is missing', send: 'the account’s auth token' },
  sid_characters: {
    is: 'can have only letters and digits',
    send: 'it as the provider shows it',
  },
  half_a_login: { is: 'is missing', do: 'give the user and the password, or neither' },
  credentials_again: {
    is: 'must be sent again, because the new settings lead to another server',
    people: { is: 'must be typed again, because the new settings lead to another server' },
  },
  // Conversations and templates
  content_or_template_missing: {
    is: 'is missing, and so is body.template_id',
    send: 'exactly one of content and template_id',
    people: { is: 'is missing', do: 'write a message or choose a template' },
  },
  content_and_template: {
    is: 'comes with body.template_id',
    send: 'exactly one of content and template_id',
    people: { is: 'does not go with a template', do: 'leave one out' },
  },
  template_or_content: {
    is: 'or body.content: send exactly one of them',
    people: { is: 'or a message is needed, but not both' },
  },
  record_incomplete: { is: 'is missing: definition_key and row_id go together' },
  record_with_template: { is: 'is missing: definition_key and row_id go with template_id' },
  record_or_none: {
    is: 'is missing: definition_key and row_id go together',
    send: 'both, or both as null for no record',
  },
  record_half_null: {
    is: 'is null and the other is not: definition_key and row_id go together',
    send: 'both, or both as null for no record',
  },
  html_without_content: { is: 'goes with content, the same in plain text', send: 'both' },
  nothing_said: { is: 'is blank', send: 'text, or attachments' },
  not_one_line: { is: 'has a line break or another control character', send: 'one line' },
  email_only_field: { is: 'is for email only', do: 'leave it out' },
  text_too_long: { is: 'makes a text of {chars} characters', send: 'at most {most}' },
  attachments_too_large: {
    is: 'come to {bytes} bytes',
    send: 'at most {most} ({most_bytes} bytes)',
  },
  snooze_without_status: { is: 'goes with the status snoozed', send: 'both' },
  not_in_future: { is: 'is not in the future', send: 'a time after {now}' },
  in_future: { is: 'is in the future', send: 'a time up to {now}' },
  merge_field_open: {
    is: 'has {braces} that does not begin a merge field',
    send: '{field} or {fallback}',
  },
  template_of_other_medium: { is: 'is for {medium}; this is {wanted}' },
  template_of_other_page: { is: 'is not what the template is for', send: '{definition}' },
  merged_too_long: { is: 'makes the message longer than it can be' },
  merge_field_unknown: {
    is: 'has a merge field whose column does not exist here',
    do: 'correct the template',
  },
  merge_field_empty: {
    is: 'merges {column}, which is empty in this record',
    do: 'fill it in, or write {fallback}',
  },
  // Rows of a write
  row_not_an_object: { is: 'a row must be an object: {"cells": {"column": value}}', apart: true },
  row_too_wide: {
    is: 'the row names {count} columns',
    send: 'at most {most} per row',
    apart: true,
  },
  cells_not_an_object: { is: '"cells" must be an object of column to value', apart: true },
  not_in_row: {
    is: '"{field}" is not a field of a row',
    do: 'put columns inside "cells"',
    apart: true,
  },
  own_id_misplaced: {
    is: '"external_id" goes next to "cells": {"cells": {…}, "external_id": "…"}',
    apart: true,
  },
  own_id_of_board: {
    is: '"external_id" works only with page keys on /v1/ingest/records',
    apart: true,
  },
  own_id_unfit: { is: '"external_id" must be text of 1 to {most} characters', apart: true },
  // Access tokens
  too_far_ahead: { is: 'is too far ahead', send: 'a time up to {latest}' },
  not_a_network: {
    is: '{sent} is not a network address',
    send: 'one such as 203.0.113.7, 203.0.113.0/24 or 2001:db8::/32',
  },
  // Feeds
  oldest_only: { is: 'can be sent only with order=oldest' },
  // Commands of the operator
  no_removed_seat: {
    is: '{sent} is not a seat that an earlier release removed',
    send: 'one that the command lists without --confirm',
  },
  not_a_slug: {
    is: 'must have up to 50 letters a to z and digits, with single dashes between',
  },
} as const satisfies Record<string, Reason>

export type FieldReason = keyof typeof fieldReasons
