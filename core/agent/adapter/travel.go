package adapter

const travel = `Booking.com
booking.com
Prices may be without taxes and fees: open the room's table for the whole price.
"Only one left" and clocks are meant to hurry: they are no reason to book.
Cancellation rules differ from room to room; read the line below the price.
Dates are chosen in a calendar that opens over the page.
The currency stands at the top.

Airbnb
airbnb.com airbnb.co.uk airbnb.de airbnb.fr airbnb.es airbnb.it airbnb.ca airbnb.com.au
Switch on the total price before comparing: fees are large.
The map moves the list with it.
A request to book may bind the person when the host accepts.
House rules and cancellation stand far down the page.

Expedia
expedia.com expedia.co.uk expedia.de hotels.com
Prices are per night or per person until the last step.
Extras and insurance are offered on the way: decline them unless told otherwise.
Results go on loading after they show first.
Times are local to each airport.

Kayak
kayak.com kayak.co.uk kayak.de
The results fill in for up to a minute: wait until the bar is gone.
It sends on to other sites to book; prices there may differ.
Filters for stops and times stand at the left.
Hacker fares are two tickets.

Skyscanner
skyscanner.net skyscanner.com skyscanner.de
Results fill in for a while; sort only afterwards.
It sends on to agents; look at their rating and the final price.
A press-and-hold test is for the person: call help.
The whole month shows the cheapest days.

Google Flights
google.com/travel google.com/flights
Fields for places need a choice from their list after typing.
Dates are typed or chosen, and Done closes the calendar.
Results are best first; "Cheapest" sorts by price.
It sends on to airlines to book.

Google Maps
google.com/maps maps.google.com
The search box and the list at the left can be read; the map itself is a drawing.
A place's hours, address and reviews open in the pane after it is pressed.
Directions need both fields; the way of travel is chosen above.
Reviews load as the pane is scrolled.

OpenStreetMap
openstreetmap.org
The search at the left gives a list; the map is a drawing.
Editing changes the map for everybody: never without being told to.
Directions are behind the arrow beside the search.
The address keeps zoom and place behind #map=.

Uber
uber.com m.uber.com *.uber.com
Places need a choice from the list after typing.
The price is an estimate until the ride is ordered.
Ordering sends a car at once; cancelling may cost.
The account's wallet is used unless another way is chosen.

Deutsche Bahn
bahn.de int.bahn.de
Stations need a choice from the list.
Saver fares bind to one train; the conditions stand below each offer.
"Later" and "Earlier" load further connections.
The age and cards of travellers change the price.

TripAdvisor
tripadvisor.com tripadvisor.co.uk tripadvisor.de
Sponsored places stand first.
Reviews are filtered by language; "Read more" opens each.
It sends on to other sites to book.
Rankings are for the town, not for the country.`
