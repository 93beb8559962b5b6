package adapter

const work = `Notion
notion.so notion.com *.notion.site
Pages are made of blocks; a slash on an empty line opens a menu of block types.
Typing saves by itself and is seen at once by others in the workspace.
Databases have views with filters: rows that seem to be missing may be filtered out.
Control+P searches all pages.
Toggles hide their content until they are opened.

Airtable
airtable.com
The grid is drawn as it is scrolled in both directions; a record opens as a form with its space key, which reads better.
Views have filters and hidden fields; look at them before saying that something is missing.
Changes save at once for everybody.
Deleted records are in the bin for some days.

Trello
trello.com
Cards are opened by a press, and the card's own page has the whole text.
Cards are moved with Move in the card's menu, which is surer than dragging.
Members of a card are told of comments and of due dates.
Archive is not deletion; archived cards can be sent back to the board.

Asana
app.asana.com
A task opens in a pane at the right; its address names it.
Marking as complete tells its followers.
The search takes words and has filters for assignee and project.
Comments and assignments send messages to people.

monday.com
*.monday.com
Boards are tables in groups; an item's name opens its updates.
The board draws rows as it is scrolled; the search above the board filters them.
A cell's press opens a picker; Escape leaves it unchanged.
Automations may send messages when a status changes.

Jira
*.atlassian.net/browse *.atlassian.net/jira
An issue's address ends with its key, such as ABC-123; going there is quicker than searching.
The field for advanced search takes JQL, such as project = ABC AND status = Open.
Fields are edited in place and save when they lose the focus.
Transitions, comments and assignments send mail to watchers.
Descriptions open for editing with a click: press Cancel if that was not meant.

Confluence
*.atlassian.net/wiki
Editing begins with Edit; a draft is kept, and nobody sees it before Publish or Update.
The page tree at the left loads in parts.
The search has filters for space and contributor.
Update offers to tell watchers.

Linear
linear.app
Control+K opens a menu of commands; single keys are shortcuts while no field has the focus.
An issue's address holds its key, such as ENG-12.
Changes save at once and are seen by the team.
Lists group by status; done issues may be hidden by the view.

Salesforce
*.lightning.force.com *.my.salesforce.com
Pages are built in parts: wait until the record's fields show.
Fields are edited in place with a pencil and need Save at the bottom.
List views have filters of their own; the global search is at the top.
Lookup fields need a choice from their list; typed text alone is not accepted.
Required fields show only after Save has failed.

HubSpot
app.hubspot.com app-eu1.hubspot.com
Records have properties at the left, the timeline in the middle, associations at the right.
Mail and calls that are logged may be sent: Log and Send are different buttons.
Lists and views filter what is shown.
A property saves when its own Save is pressed.

Zendesk
*.zendesk.com/agent
A public reply goes to the customer, an internal note does not: look at the mode above the editor.
Submit has a menu with the status that the ticket shall have.
Several tickets are open as tabs within the page.
Macros fill in texts and may change fields.

ServiceNow
*.service-now.com
The content stands in a frame; read with frames if the page looks empty.
Records save with Update or Submit; leaving the page loses what was typed.
The filter navigator at the left finds modules by name.
Reference fields need a choice from their list.

Workday
*.myworkday.com *.workday.com
The search at the top finds tasks and people by name.
Tasks run over several pages, and Submit stands at the end.
Dates are typed in parts, in the order that the field shows.
Applications time out: save for later where that is offered.`
